#compdef tdacct
# SPDX-License-Identifier: GPL-2.0
# Completion of tdacct's command line for zsh. What there is to complete bash
# finds out, by the file that is installed for it.

_tdacct()
{
	local share=${functions_source[_tdacct]:A:h:h:h}
	local rules=$share/bash-completion/completions/tdacct
	local found before current word
	local -a lines words_found

	# The last two lines are what stands before, and what is to be completed.
	lines=("${(@f)$(bash -c '
		. "$1" 2>/dev/null
		_tdacct_program=$2
		shift 2
		_tdacct_line "$@"
		printf "%s\n" "$_tdacct_found" "$_tdacct_before" "$_tdacct_current."
		' bash "$rules" "${words[1]}" "${(@Q)words[2,CURRENT]}")}")
	before=$lines[-2]
	current=${lines[-1]%.}
	for word in "${(@)lines[1,-3]}"; do
		case $word in
		:files) compset -P '*[=,]'; _files ;;
		:folders) compset -P '*='; _files -/ ;;
		?*) words_found+=("$word") ;;
		esac
	done
	compset -P '*[=,]'
	compadd -- ${words_found:#*=}
	compadd -S '' -- ${(M)words_found:#*=}
}

_tdacct "$@"
