/* What the delivery tests measure: it computes, opens a file, waits, and in version 2 also writes another file. */
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long total;

__attribute__((noinline)) static void price_order(void) {
  for (int at = 0; at < 2000000; at++) total += (unsigned long)at * 31;
}

#if VERSION == 2
__attribute__((noinline)) static void write_audit(void) {
  int file = open("/tmp/farol-target-audit", O_CREAT | O_WRONLY | O_TRUNC, 0600);
  for (int at = 0; at < 3000000; at++) total ^= (unsigned long)at;
  if (file >= 0 && write(file, "audit\n", 6) < 0) abort();
  close(file);
}
#endif

int main(void) {
  for (;;) {
    int file = open("/etc/hostname", O_RDONLY);
    price_order();
    if (file >= 0) close(file);
#if VERSION == 2
    write_audit();
#endif
    char *piece = malloc(4096);
    if (piece != NULL) piece[0] = (char)total;
    free(piece);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
}
