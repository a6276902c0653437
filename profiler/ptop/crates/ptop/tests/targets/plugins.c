/* Loads each of two libraries in turn, spins in it for so many milliseconds of CPU time, and unloads it: they come to lie at
 * the same addresses, which it says. Then it does so for as many milliseconds as it reads, and says "done". */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Where the library's function was. */
static void *spin_in(const char *path, long long turn_ns) {
    void *library = dlopen(path, RTLD_NOW);
    void (*spin)(long) = library ? (void (*)(long))dlsym(library, "spin") : 0;
    if (!spin) exit(1);
    for (long long end = now_ns() + turn_ns; now_ns() < end;) spin(200000);
    dlclose(library);
    return (void *)spin;
}

int main(int count, char **arguments) {
    int ms;
    if (count != 4) return 2;
    long long turn_ns = atoll(arguments[3]) * 1000000LL;
    puts(spin_in(arguments[1], 1) == spin_in(arguments[2], 1) ? "same" : "other");
    fflush(stdout);
    while (scanf("%d", &ms) == 1) {
        long long end = now_ns() + ms * 1000000LL;
        for (int turn = 0; now_ns() < end; turn++) spin_in(arguments[1 + turn % 2], turn_ns);
        puts("done");
        fflush(stdout);
    }
    return 0;
}
