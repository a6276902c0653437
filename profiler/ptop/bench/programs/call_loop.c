/*
 * Makes the cheapest system call again and again, and says after each batch what one call cost in
 * processor time: time in which another program has the processor is not in it.
 */
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 20000 };

static double cpu_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(void) {
  for (;;) {
    double before = cpu_ns();
    for (int call = 0; call < BATCH; call++) syscall(SYS_getppid);
    printf("%.3f\n", (cpu_ns() - before) / BATCH);
    if (fflush(stdout) != 0) return 1;
  }
}
