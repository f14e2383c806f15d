# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Completion of tdacct's command line for bash; _tdacct.zsh uses it too.
#
# What there is to complete, the program itself says: its commands, the options
# of each with the kind of their arguments, and what stands on its own are read
# from its --help. Only what words a kind has is known here, in _tdacct_kind.

# The commands of "tdacct --help".
_tdacct_commands()
{
	"$_tdacct_program" --help 2>/dev/null |
		sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | grep -vx tdacct
}

# Of each option of a command its letter or ".", its name, and the kind of its
# argument, if it takes one.
_tdacct_options()
{
	"$_tdacct_program" "$1" --help 2>/dev/null | sed -nE \
		's/^  (-(.), |    )(--[a-z.-]+)(\[?=([A-Z]+).*|  .*|)$/-\2 \3 \5/p' |
		sed 's/^- /. /'
}

# What stands on its own behind a command: a line for each way, without brackets.
_tdacct_usage()
{
	"$_tdacct_program" "$1" --help 2>/dev/null |
		sed -nE 's/^ *(Usage|or): +tdacct [a-z]+ \[OPTION...\] *//p' |
		sed -E 's/\[--\]//g; s/[][]//g'
}

# Words of the first column of what the program prints, without the heading.
_tdacct_column()
{
	"$_tdacct_program" "$@" 2>/dev/null | awk '{ print $1 }'
}

# The families that are installed with the program and have a TEXT in them.
_tdacct_families()
{
	local program

	program=$(command -v "$_tdacct_program") || return 0
	for program in "${program%/bin/*}/share/tdacct/families"/*.json; do
		program=${program##*/}
		echo "${program%.json}"
	done
}

# The nodes of this machine's model, or of one that many have.
_tdacct_nodes()
{
	_tdacct_column explain | grep . ||
		_tdacct_column explain --model intel_metrics
}

_tdacct_columns()
{
	"$_tdacct_program" list --help 2>/dev/null |
		sed -n '/^Columns/,$s/^  \([a-z_]*\)  .*/\1/p'
	_tdacct_nodes
}

# Cgroups below the root of the hierarchy of version 2, to the third level.
_tdacct_cgroups()
{
	local root

	root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
	[ -z "$root" ] || find "$root" -mindepth 1 -maxdepth 3 -type d \
		-printf '%P\n' 2>/dev/null
}

# _tdacct_kind KIND: the words of a kind of argument. Files and folders are told
# by ":files" and ":folders". The status is 2 for a kind that is not known.
_tdacct_kind()
{
	case $1 in
	PID | TID) (cd /proc && printf '%s\n' [0-9]*) ;;
	FILE | ARGUMENT | FILE\|DIR) echo :files ;;
	DIR) echo :folders ;;
	NODE | CHANGE) _tdacct_nodes ;;
	COLUMN | COLUMNS) _tdacct_columns ;;
	NAME | SET | EVENT) _tdacct_column events list "${_tdacct_family[@]}" |
		tail -n +2 ;;
	MODEL)
		_tdacct_families
		echo :files
		;;
	PATH) _tdacct_cgroups ;;
	COMMAND) compgen -c ;;
	CPU | CPUS | LIST) (cd /sys/devices/system/cpu && printf '%s\n' cpu[0-9]*) |
		sed 's/^cpu//' ;;
	USER) compgen -u ;;
	GROUP) printf '%s\n' command cgroup unit ;;
	UNIT) printf '%s\n' switch cpu-second run ;;
	WHAT) printf '%s\n' command process thread cgroup unit cpu time ;;
	N | TIME | MS | SIZE | GENERATION | PATTERN | COUNTERS | TEXT | ADDRESS | PERCENT) ;;
	*) return 2 ;;
	esac
}

# The kind of the argument of option $2 of command $1, or nothing.
_tdacct_argument()
{
	_tdacct_options "$1" | awk -v option="$2" '
		$1 == option || $2 == option { print $3 }'
}

# _tdacct_alone COMMAND WORD...: what may follow these words, which stand on their
# own: a word, or a kind. A kind with dots goes on.
_tdacct_alone()
{
	local command=$1

	shift
	_tdacct_usage "$command" | awk -v words="$*" '
	{
		nr = split(words, word, " ")
		for (i = 1; i <= nr; i++)
			if ($(i < NF ? i : NF) !~ /^[A-Z]/ && word[i] != $i)
				next
		at = nr + 1
		if (at > NF && $NF ~ /\.\.\.$/)
			at = NF
		kind = $at
		sub(/\.\.\.$/, "", kind)
		if (at <= NF)
			print kind
	}' | sort -u
}

# Whether words behind the first one belong to a command that is run.
_tdacct_is_other()
{
	[ $# -gt 1 ] && _tdacct_usage "$1" | grep -q '^ *COMMAND'
}

# _tdacct_words COMMAND OPTION CURRENT [WORD...]: what CURRENT may become, a line
# for each. OPTION wants its argument, or is empty; the WORDs stand before.
_tdacct_words()
{
	local command=$1 option=$2 current=$3 kind

	shift 3
	if [ -z "$command" ]; then
		_tdacct_commands
	elif [ -n "$option" ]; then
		_tdacct_kind "$(_tdacct_argument "$command" "$option")"
	elif [[ $current == -* ]] && ! _tdacct_is_other "$command" "$@"; then
		_tdacct_options "$command" | awk '{ print $2 ($3 ? "=" : "") }'
	else
		for kind in $(_tdacct_alone "$command" "$@"); do
			_tdacct_kind "$kind" || echo "$kind"
		done
	fi
}

# _tdacct_line WORD...: sorts the words of a command line, of which the last one
# is to be completed, and prints what it may become. Of a list with commas, only
# the last part is; _tdacct_before is what stands before that. Sets are those of
# the family that the line names.
_tdacct_line()
{
	local command='' option='' alone=() word kind='' rest=''

	_tdacct_family=()
	while [ $# -gt 1 ]; do
		word=$1
		shift
		if [ -z "$command" ]; then
			command=$word
		elif [ -n "$option" ]; then
			[ "$option" != --model ] || _tdacct_family=("$option" "$word")
			option=
		elif [[ $word == --model=* ]]; then
			_tdacct_family=("$word")
		elif [[ $word == --*=* || $word == -- ]]; then
			:
		elif [[ $word == -* ]]; then
			kind=$(_tdacct_argument "$command" "$word")
			[ -z "$kind" ] || option=$word
		else
			alone+=("$word")
		fi
	done
	rest=$1
	if [[ -z $option && $rest == --*=* ]]; then
		option=${rest%%=*}
		rest=${rest#*=}
	fi
	_tdacct_before=
	if [[ -n $option && $rest == *,* ]]; then
		_tdacct_before=${rest%,*},
		rest=${rest##*,}
	fi
	_tdacct_current=$rest
	_tdacct_found=$(_tdacct_words "$command" "$option" "$rest" "${alone[@]}")
}

# bash takes = for the end of a word; here it is none: the words as they were
# typed, up to the one in which the cursor is.
_tdacct_typed()
{
	local i=1

	_tdacct_typed=()
	while [ "$i" -le "$COMP_CWORD" ]; do
		if [[ ${COMP_WORDS[i]} == = && ${#_tdacct_typed[@]} -gt 0 ]]; then
			_tdacct_typed[-1]+='='
		elif [[ $i -gt 1 && ${COMP_WORDS[i - 1]} == = ]]; then
			_tdacct_typed[-1]+=${COMP_WORDS[i]}
		else
			_tdacct_typed+=("${COMP_WORDS[i]}")
		fi
		i=$((i + 1))
	done
}

_tdacct()
{
	local _tdacct_program=${COMP_WORDS[0]} _tdacct_typed _tdacct_found
	local _tdacct_before _tdacct_current _tdacct_family word

	COMPREPLY=()
	_tdacct_typed
	_tdacct_line "${_tdacct_typed[@]}"
	while read -r word; do
		case $word in
		:files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY \
			< <(compgen -f -- "$_tdacct_current")
			compopt -o filenames 2>/dev/null ;;
		:folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY \
			< <(compgen -d -- "$_tdacct_current")
			compopt -o filenames 2>/dev/null ;;
		"$_tdacct_current"*) COMPREPLY+=("$_tdacct_before$word") ;;
		esac
	done <<<"$_tdacct_found"
	[[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] ||
		compopt -o nospace 2>/dev/null
}

complete -F _tdacct tdacct
