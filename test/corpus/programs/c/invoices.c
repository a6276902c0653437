/* Numbers an invoice. Version 2 starts a program that checks it. */
#include "server.h"
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static int check_invoice(int item) {
  char number[16];
  snprintf(number, sizeof number, "%d", item);
  char *arguments[] = {"/usr/bin/expr", number, "+", "1", NULL};
  pid_t checker;
  int status = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
  if (posix_spawn(&checker, arguments[0], &actions, NULL, arguments, environ) == 0) waitpid(checker, &status, 0);
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

static size_t answer(int item, char *body, size_t room) {
  int status = VERSION == 2 ? check_invoice(item) : 0;
  return snprintf(body, room, "invoice=%d status=%d\n", item, status);
}

int main(int argc, char **argv) { serve(bind_port(port_of(argc, argv))); }
