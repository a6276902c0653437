/* Appends each order to a journal. Version 2 waits until it is on the disk. */
#include "server.h"
#include <fcntl.h>

static int journal;

static void append_order(const char *line, size_t length) {
  if (write(journal, line, length) != (ssize_t)length) perror("journal");
#if VERSION == 2
  if (fsync(journal) != 0) perror("journal");
#endif
}

static size_t answer(int item, char *body, size_t room) {
  char line[64];
  append_order(line, snprintf(line, sizeof line, "order item=%d quantity=1\n", item));
  return snprintf(body, room, "accepted\n");
}

int main(int argc, char **argv) {
  char path[4200];
  snprintf(path, sizeof path, "%s/orders.journal", data_folder(argv[0]));
  journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  serve(bind_port(port_of(argc, argv)));
}
