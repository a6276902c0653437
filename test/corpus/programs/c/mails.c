/* Sends a mail for each request from a second thread. Version 2 starts a thread for each mail. */
#include "server.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queued, sent;

static void send_mail(void) {
  char text[2048];
  memset(text, 'x', sizeof text);
  for (volatile size_t at = 0; at < sizeof text; at++) text[at] ^= 1;
}

static void *send_queued(void *all) {
  pthread_mutex_lock(&lock);
  do {
    while (queued == 0) pthread_cond_wait(&changed, &lock);
    queued--;
    pthread_mutex_unlock(&lock);
    send_mail();
    pthread_mutex_lock(&lock);
    sent++;
  } while (all != NULL);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static size_t answer(int item, char *body, size_t room) {
  pthread_mutex_lock(&lock);
  queued++;
  pthread_mutex_unlock(&lock);
#if VERSION == 2
  pthread_t sender;
  if (pthread_create(&sender, NULL, send_queued, NULL) == 0) pthread_detach(sender);
#else
  pthread_cond_signal(&changed);
#endif
  return snprintf(body, room, "mail of %d after %d\n", item, sent);
}

int main(int argc, char **argv) {
#if VERSION == 1
  pthread_t sender;
  pthread_create(&sender, NULL, send_queued, &queued);
#endif
  serve(bind_port(port_of(argc, argv)));
}
