/* Sums up the events of an item. Version 2 logs every one of them, as it does while somebody looks for a fault. */
#include "server.h"
#include <fcntl.h>
#include <time.h>

static int log_file;

static void log_line(const char *level, int item, int event, long sum) {
  char line[256];
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int length = snprintf(line, sizeof line, "%ld.%09ld %s events: item=%d event=%d sum=%ld\n", (long)now.tv_sec, now.tv_nsec, level, item, event, sum);
  if (write(log_file, line, length) != length) perror("log");
}

static size_t answer(int item, char *body, size_t room) {
  long sum = 0;
  for (int event = 0; event < 30; event++) {
    sum += (long)item * event % 97;
    if (VERSION == 2) log_line("debug", item, event, sum);
  }
  log_line("info", item, 30, sum);
  return snprintf(body, room, "sum=%ld\n", sum);
}

int main(int argc, char **argv) {
  char path[4200];
  snprintf(path, sizeof path, "%s/events.log", data_folder(argv[0]));
  log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  serve(bind_port(port_of(argc, argv)));
}
