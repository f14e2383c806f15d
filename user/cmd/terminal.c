// SPDX-License-Identifier: GPL-2.0
#define NCURSES_WIDECHAR 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <curses.h>

#include "tasks/stop.h"
#include "view/canvas.h"
#include "terminal.h"

/* curses has names of its own that begin with KEY_. */
#include "keys.h"

static struct {
	SCREEN *screen;
	bool coloured;
	int said;		/* a file with what was written to stderr */
	int err;		/* the stderr that it takes the place of */
	off_t read;		/* how much of that file terminal_said() gave */
	sigset_t mask;		/* of signals, in ppoll() */
} terminal = { .said = -1, .err = -1 };

/* It changes only in ppoll(), as the signals are blocked or not ours elsewhere. */
static sig_atomic_t ended;	/* by this signal */

static void end(int signal)
{
	ended = signal;
}

/* A terminal may be stopped, or nobody reads what it is sent. */
static void begin_writing(struct stop *s)
{
	*s = (struct stop){ .fd = -1, .came = ended };
	stop_begin_write(s);
}

static void end_writing(struct stop *s)
{
	stop_end_write(s);
	ended = s->came;
}

/* ---- signals ------------------------------------------------------------ */

/*
 * They are blocked but in ppoll(): one that comes between a look at "ended" and
 * ppoll() would be overlooked.
 */
static void catch_signals(void)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction act = { .sa_handler = end };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGWINCH);
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++) {
		sigaction(ending[i], &act, NULL);
		sigaddset(&set, ending[i]);
	}
	sigprocmask(SIG_BLOCK, &set, &terminal.mask);
	signal(SIGPIPE, SIG_IGN);
}

/* ---- stderr ------------------------------------------------------------- */

static int keep_stderr(void)
{
	fflush(stderr);
	terminal.said = memfd_create("stderr", MFD_CLOEXEC);
	terminal.err = dup(STDERR_FILENO);
	if (terminal.said < 0 || terminal.err < 0 ||
	    fcntl(terminal.said, F_SETFL, O_APPEND) < 0 ||
	    dup2(terminal.said, STDERR_FILENO) < 0)
		return -errno;
	return 0;
}

static void release_stderr(void)
{
	char text[1024];

	fflush(stderr);
	if (terminal.err >= 0)
		dup2(terminal.err, STDERR_FILENO);
	if (terminal_said(text, sizeof(text)))
		fprintf(stderr, "%s\n", text);
	close(terminal.said);
	close(terminal.err);
	terminal.said = terminal.err = -1;
}

/* What was read to its end is dropped: complaints may come for weeks. */
bool terminal_said(char *to, size_t size)
{
	ssize_t len;
	char *last;

	fflush(stderr);
	len = pread(terminal.said, to, size - 1, terminal.read);
	if (len <= 0)
		return false;
	terminal.read += len;
	if ((size_t)len < size - 1 && !ftruncate(terminal.said, 0))
		terminal.read = 0;
	while (len && to[len - 1] == '\n')
		len--;
	to[len] = 0;
	last = strrchr(to, '\n');
	if (last)
		memmove(to, last + 1, strlen(last));
	return *to;
}

/* ---- open and close ----------------------------------------------------- */

/* Parts of a bar have one colour, so that their signs do not show. */
static void choose_colours(void)
{
	static const short part[STYLE_PARTS] = {
		COLOR_CYAN, COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE,
	};
	const char *no = getenv("NO_COLOR");

	terminal.coloured = !(no && *no) && has_colors() &&
			    start_color() == OK;
	if (!terminal.coloured)
		return;
	use_default_colors();
	init_pair(STYLE_HEAD, COLOR_BLACK, COLOR_GREEN);
	init_pair(STYLE_KEY, COLOR_BLACK, COLOR_CYAN);
	init_pair(STYLE_WARN, COLOR_WHITE, COLOR_RED);
	init_pair(STYLE_MARK, COLOR_YELLOW, -1);
	for (int i = 0; i < STYLE_PARTS; i++)
		init_pair((short)(STYLE_PART + i), part[i], part[i]);
}

static void set_modes(void)
{
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	set_escdelay(25);
	choose_colours();
}

static bool moves_cursor(void)
{
	const char *address = tigetstr("cup");

	return address && address != (const char *)-1;
}

int terminal_open(void)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		fprintf(stderr, "tdacct: top needs a terminal; without one, tdacct list shows the same once\n");
		return -ENOTTY;
	}
	catch_signals();
	terminal.screen = newterm(NULL, stdout, stdin);
	if (!terminal.screen) {
		fprintf(stderr, "tdacct: the terminal '%s' is not known; set TERM to one that is, such as vt100\n",
			getenv("TERM") ? getenv("TERM") : "");
		return -ENOTTY;
	}
	if (!moves_cursor()) {
		terminal_close();
		fprintf(stderr, "tdacct: the terminal '%s' cannot move its cursor, which top needs; set TERM to what it is, or use tdacct list -I 1000\n",
			getenv("TERM") ? getenv("TERM") : "");
		return -ENOTTY;
	}
	set_modes();
	return keep_stderr();
}

void terminal_close(void)
{
	struct stop stop;

	if (!terminal.screen)
		return;
	begin_writing(&stop);
	endwin();
	end_writing(&stop);
	delscreen(terminal.screen);
	terminal.screen = NULL;
	release_stderr();
}

/* ---- draw --------------------------------------------------------------- */

void terminal_size(size_t *rows, size_t *columns)
{
	int y, x;

	getmaxyx(stdscr, y, x);
	*rows = (size_t)y;
	*columns = (size_t)x;
}

/* A bar keeps its colours, and headings are reversed already. */
static attr_t select_look(attr_t a, unsigned int base)
{
	if (base >= STYLE_PART)
		return a;
	if (base == STYLE_KEY || base == STYLE_HEAD)
		return a ^ (terminal.coloured ? A_BOLD : A_REVERSE | A_BOLD);
	return A_REVERSE | (a & A_DIM);
}

static attr_t look(unsigned int style)
{
	static const attr_t plain[STYLES] = {
		[STYLE_HEAD] = A_REVERSE, [STYLE_KEY] = A_REVERSE,
		[STYLE_WARN] = A_REVERSE | A_BOLD, [STYLE_MARK] = A_BOLD,
	};
	unsigned int base = style & 0xff;
	attr_t a = plain[base];

	if (terminal.coloured && base != STYLE_PLAIN)
		a = COLOR_PAIR(base);
	if (style & STYLE_DIM)
		a |= A_DIM;
	return style & STYLE_SELECTED ? select_look(a, base) : a;
}

void terminal_draw(const struct canvas *c, bool redraw)
{
	struct stop stop;

	if (redraw)
		clearok(stdscr, TRUE);
	erase();
	for (size_t i = 0; i < c->nr; i++) {
		const struct piece *p = &c->piece[i];

		attrset(look(p->style));
		mvaddnstr((int)p->row, (int)p->column, c->text.at + p->at,
			  (int)p->len);
	}
	attrset(A_NORMAL);
	begin_writing(&stop);
	refresh();
	end_writing(&stop);
}

/* ---- keys --------------------------------------------------------------- */

/*
 * That there is something to read does not mean that there is a key: what was
 * typed before Ctrl-Z is dropped.
 */
bool terminal_wait(double seconds)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };
	struct timespec t = {
		.tv_sec = (time_t)seconds,
		.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9),
	};
	bool gone;

	if (ended)
		return false;
	gone = ppoll(&fd, 1, &t, &terminal.mask) > 0 &&
	       fd.revents & (POLLHUP | POLLERR | POLLNVAL);
	return !ended && !gone;
}

int terminal_key(void)
{
	int key = getch();

	switch (key) {
	case ERR:
		return KEY_NOTHING;
	case KEY_UP:
		return KEY_LINE_UP;
	case KEY_DOWN:
		return KEY_LINE_DOWN;
	case KEY_LEFT:
		return KEY_TO_LEFT;
	case KEY_RIGHT:
		return KEY_TO_RIGHT;
	case KEY_PPAGE:
		return KEY_PAGE_UP;
	case KEY_NPAGE:
		return KEY_PAGE_DOWN;
	case KEY_HOME:
		return KEY_FIRST;
	case KEY_END:
		return KEY_LAST;
	case KEY_RESIZE:
		return KEY_NEW_SIZE;
	case KEY_BACKSPACE:
		return 127;
	case KEY_ENTER:
		return '\n';
	default:
		if (key >= KEY_F(1) && key <= KEY_F(12))
			return KEY_FUNCTION + key - KEY_F0;
		return key;
	}
}
