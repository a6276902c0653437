/* A program whose work is not all its own: `interprets N` runs N ms in the function by which Perl runs programs, `makes N`
 * in code that it copied into memory of its own, `works N` in a function of itself. Each ends with "done". */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static long long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* Calls nothing and reads nothing, so that it is the same wherever it lies. */
__attribute__((noinline, aligned(256))) static void spin(volatile long *left) {
    while (*left > 0) *left = *left - 1;
}

/* As Perl exports it. */
__attribute__((noinline)) int Perl_runops_standard(long long ms) {
    for (long long end = now_ms() + ms; now_ms() < end;) {
        volatile long left = 1000000;
        spin(&left);
    }
    return 0;
}

__attribute__((noinline)) static int work(void (*spins)(volatile long *), long long ms) {
    for (long long end = now_ms() + ms; now_ms() < end;) {
        volatile long left = 1000000;
        spins(&left);
    }
    return 0;
}

int main(void) {
    void *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) return 1;
    memcpy(made, (void *)spin, 256);
    char what[32];
    int ms;
    while (scanf("%31s %d", what, &ms) == 2) {
        if (strcmp(what, "interprets") == 0) Perl_runops_standard(ms);
        if (strcmp(what, "makes") == 0) work((void (*)(volatile long *))made, ms);
        if (strcmp(what, "works") == 0) work(spin, ms);
        puts("done");
        fflush(stdout);
    }
    return 0;
}
