/* Counts visits in a file, which a second process copies now and then. Version 2 locks the file around both. */
#include "server.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>

enum { pages = 4 };
static int counters;

static int open_counters(const char *folder) {
  char path[4200];
  snprintf(path, sizeof path, "%s/counters.dat", folder);
  return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
}

static long count_visit(int item) {
  long visits = 0;
  off_t place = (off_t)item * sizeof visits;
  if (VERSION == 2) flock(counters, LOCK_EX);
  if (pread(counters, &visits, sizeof visits, place) != sizeof visits) visits = 0;
  visits++;
  if (pwrite(counters, &visits, sizeof visits, place) != sizeof visits) perror("counters");
  if (VERSION == 2) flock(counters, LOCK_UN);
  return visits;
}

/* At the pace that a slow disk allows. */
static void copy_counters(int source, int copy) {
  char page[4096];
  if (VERSION == 2) flock(source, LOCK_EX);
  for (int number = 0; number < pages; number++) {
    ssize_t length = pread(source, page, sizeof page, (off_t)number * sizeof page);
    if (length > 0 && pwrite(copy, page, length, (off_t)number * sizeof page) != length) perror("copy");
    usleep(2000);
  }
  if (VERSION == 2) flock(source, LOCK_UN);
}

static void keep_copy(const char *folder) {
  char path[4200];
  snprintf(path, sizeof path, "%s/counters.copy", folder);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int source = open_counters(folder), copy = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  for (;;) {
    copy_counters(source, copy);
    usleep(4000);
  }
}

static size_t answer(int item, char *body, size_t room) {
  return snprintf(body, room, "visits=%ld\n", count_visit(item));
}

int main(int argc, char **argv) {
  const char *folder = data_folder(argv[0]);
  counters = open_counters(folder);
  if (fork() == 0) keep_copy(folder);
  serve(bind_port(port_of(argc, argv)));
}
