/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands. Each parses its own options, tells what goes wrong, and
 * returns the exit status of the program.
 */
#ifndef _CMD_H
#define _CMD_H

int cmd_show(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_watch(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_events(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_metrics(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_status(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_pause(int argc, char **argv);
int cmd_resume(int argc, char **argv);

#endif /* _CMD_H */
