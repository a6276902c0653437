/*
 * Makes the cheapest system call again and again, and says after each batch what one call cost in
 * processor time: time in which another program has the processor is not in it.
 */
#include <sys/syscall.h>
#include <unistd.h>
#include "loop.h"

enum { BATCH = 20000 };

int main(void) {
  for (;;) {
    double before = cpu_ns();
    for (int call = 0; call < BATCH; call++) syscall(SYS_getppid);
    printf("%.3f\n", (cpu_ns() - before) / BATCH);
    must(fflush(stdout) == 0);
  }
}
