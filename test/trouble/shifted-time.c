/* For LD_PRELOAD: a process sees a wall clock that is SHIFTED_SECONDS ahead (or behind). What measures time that passes is not touched. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long shift(void) {
  const char *text = getenv("SHIFTED_SECONDS");
  return text == NULL ? 0 : atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, at);
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) at->tv_sec += shift();
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  static int (*real)(struct timeval *restrict, void *restrict);
  if (real == NULL) real = dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(at, zone);
  at->tv_sec += shift();
  return result;
}

time_t time(time_t *into) {
  struct timespec at;
  clock_gettime(CLOCK_REALTIME, &at);
  if (into != NULL) *into = at.tv_sec;
  return at.tv_sec;
}
