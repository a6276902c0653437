/* Calls that nothing describes: main, outer, middle, and on top a function that makes no frame. Says when it has begun, and
 * with `thread` does the same in a thread. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) static void leaf(volatile long *left) {
    while (*left > 0) *left = *left - 1;
}

__attribute__((noinline)) static long middle(long turns) {
    volatile long left = turns;
    leaf(&left);
    return left + 1;
}

__attribute__((noinline)) static long outer(void) {
    long sum = 0;
    for (;;) sum += middle(1000000);
    return sum;
}

static void *work(void *unused) {
    puts("begun");
    fflush(stdout);
    return outer() ? unused : 0;
}

int main(int count, char **arguments) {
    pthread_t thread;
    if (count > 1 && strcmp(arguments[1], "thread") == 0) {
        if (pthread_create(&thread, 0, work, 0)) return 1;
        pthread_join(thread, 0);
    }
    work(0);
    return 0;
}
