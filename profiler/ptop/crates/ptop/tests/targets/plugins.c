/* Loads each of two libraries in turn, spins in it for as long as it is told, and unloads it: they come to lie at the same
 * addresses. Says where, once, and ends with the input. */
#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    long long turn_ns = atoll(arguments[3]) * 1000000LL;
    void *places[2] = {0};
    for (int turn = 0;; turn++) {
        void *library = dlopen(arguments[1 + turn % 2], RTLD_NOW);
        void (*spin)(long) = library ? (void (*)(long))dlsym(library, "spin") : 0;
        if (!spin) return 1;
        places[turn % 2] = (void *)spin;
        if (turn == 1) {
            printf(places[0] == places[1] ? "same\n" : "other\n");
            fflush(stdout);
        }
        for (long long end = now_ns() + turn_ns; now_ns() < end;) spin(200000);
        dlclose(library);
        struct pollfd input = {.fd = 0, .events = POLLIN};
        if (poll(&input, 1, 0) > 0) return 0;
    }
}
