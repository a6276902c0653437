/* Each request queues a job for a second thread. Version 2 of that thread looks every half millisecond whether there is one. */
#include "server.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t added = PTHREAD_COND_INITIALIZER;
static int queued, done;

static void do_jobs(int count) {
  for (volatile int step = 0; step < count * 2000; step++) continue;
}

static int take_jobs(void) {
  pthread_mutex_lock(&lock);
#if VERSION == 1
  while (queued == 0) pthread_cond_wait(&added, &lock);
#endif
  int count = queued;
  queued = 0;
  done += count;
  pthread_mutex_unlock(&lock);
  return count;
}

static void *work(void *nothing) {
  for (;;) {
    do_jobs(take_jobs());
#if VERSION == 2
    usleep(500);
#endif
  }
  return nothing;
}

static size_t answer(int item, char *body, size_t room) {
  pthread_mutex_lock(&lock);
  queued++;
  int finished = done;
  pthread_cond_signal(&added);
  pthread_mutex_unlock(&lock);
  return snprintf(body, room, "queued %d after %d\n", item, finished);
}

int main(int argc, char **argv) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  serve(bind_port(port_of(argc, argv)));
}
