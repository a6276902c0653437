/*
 * Two threads on one processor wake each other in turn through two pipes, and after each batch one says what a
 * switch from one to the other cost both in processor time, with the write and the read that lead to it.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "loop.h"

enum { BATCH = 5000 };

static int there[2], back[2];

static void *answer(void *unused) {
  char byte;
  for (;;) {
    must(read(there[0], &byte, 1) == 1);
    must(write(back[1], &byte, 1) == 1);
  }
  return unused;
}

int main(void) {
  cpu_set_t allowed, one;
  pthread_t answering;
  int cpu = 0;
  char byte = 0;

  must(sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
  while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &allowed)) cpu++;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  must(sched_setaffinity(0, sizeof(one), &one) == 0);
  must(pipe(there) == 0 && pipe(back) == 0);
  must(pthread_create(&answering, NULL, answer, NULL) == 0);
  for (;;) {
    double before = cpu_ns();
    for (int turn = 0; turn < BATCH; turn++) {
      must(write(there[1], &byte, 1) == 1);
      must(read(back[0], &byte, 1) == 1);
    }
    printf("%.3f\n", (cpu_ns() - before) / (2 * BATCH));
    must(fflush(stdout) == 0);
  }
}
