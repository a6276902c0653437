/* Calls that nothing describes: outer, middle, and on top a function that makes no frame. Works for as many milliseconds of
 * CPU time as it reads and says "done"; with `thread` in a thread. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static long long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

__attribute__((noinline)) static void leaf(volatile long *left) {
    while (*left > 0) *left = *left - 1;
}

__attribute__((noinline)) static long middle(long turns) {
    volatile long left = turns;
    leaf(&left);
    return left + 1;
}

__attribute__((noinline)) static long outer(long long end) {
    long sum = 0;
    while (now_ms() < end) sum += middle(30000000);
    return sum;
}

static void *work(void *unused) {
    int ms;
    while (scanf("%d", &ms) == 1) {
        if (outer(now_ms() + ms) < 0) return unused;
        puts("done");
        fflush(stdout);
    }
    return 0;
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
