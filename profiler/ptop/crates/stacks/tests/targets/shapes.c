/* Call shapes that unwinders get wrong, one per mode. Every mode runs until killed. */
#define _GNU_SOURCE
#include <alloca.h>
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))
static volatile uint64_t sink;

NOINLINE static uint64_t burn(uint64_t seed) {
    for (int i = 0; i < 200; i++) seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed;
}

/* Many callee-saved registers live across a call: the epilogue pops them all. */
NOINLINE static uint64_t many_registers(uint64_t a, uint64_t b, uint64_t c) {
    uint64_t d = burn(a), e = burn(b), f = burn(c), g = burn(a ^ b);
    return burn(d) + e * f + g + a * b + c;
}

NOINLINE static uint64_t recurse(int depth, uint64_t value) {
    volatile char padding[48];
    padding[depth % 48] = (char)value;
    if (depth == 0) return many_registers(value, value + 1, value + 2);
    uint64_t below = recurse(depth - 1, value + padding[depth % 48]);
    return below + padding[below % 48];
}

static void mode_deep(void) { for (;;) sink += recurse(100, sink); }

NOINLINE static uint64_t variable_frame(size_t bytes) {
    char *memory = alloca(bytes);
    memset(memory, (int)bytes, bytes);
    uint64_t aligned[8] __attribute__((aligned(64)));
    for (int i = 0; i < 8; i++) aligned[i] = burn((uint64_t)memory[i % bytes]);
    return many_registers(aligned[0], aligned[7], (uintptr_t)aligned % 64);
}

static void mode_alloca(void) { for (size_t n = 16;; n = n * 7 % 4096 + 16) sink += variable_frame(n); }

static int compare(const void *left, const void *right) {
    return burn(*(const uint32_t *)left) < burn(*(const uint32_t *)right) ? -1 : 1;
}

/* A callback from libc: qsort's frames lie between ours. */
static void mode_callback(void) {
    uint32_t numbers[64];
    for (;;) {
        for (int i = 0; i < 64; i++) numbers[i] = (uint32_t)burn((uint64_t)i + sink);
        qsort(numbers, 64, sizeof *numbers, compare);
        sink += numbers[0];
    }
}

/* Short library functions through the linkage table: samples fall into it. */
static void mode_linkage(void) {
    for (;;) {
        for (int i = 0; i < 1000; i++) sink += (uint64_t)(getppid() & 1) + (uint64_t)abs(i) + strlen("four") + (uint64_t)labs(i);
    }
}

static void mode_clock(void) {
    struct timespec now;
    for (;;) { clock_gettime(CLOCK_MONOTONIC, &now); sink += (uint64_t)now.tv_nsec; }
}

static void on_signal(int number) { sink += many_registers(sink, (uint64_t)number, 3); }

static void mode_signal(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &action, 0);
    for (;;) { raise(SIGUSR1); sink += recurse(3, sink); }
}

/* A handler entered in the middle of a function, not at a call. */
static void on_trap(int number) { sink += many_registers((uint64_t)number, sink, 1); }
NOINLINE static void trap_here(void) {
    sink += burn(sink);
#if defined(__x86_64__)
    __asm__ volatile("int3");
#else
    raise(SIGTRAP);
#endif
    sink += burn(sink);
}
static void mode_trap(void) {
    struct sigaction action = {.sa_handler = on_trap};
    sigaction(SIGTRAP, &action, 0);
    for (;;) trap_here();
}

static void *thread_body(void *argument) {
    for (;;) sink += recurse((int)(intptr_t)argument, sink);
    return 0;
}

static void mode_threads(void) {
    pthread_t thread;
    for (intptr_t i = 1; i <= 3; i++) pthread_create(&thread, 0, thread_body, (void *)(i * 5));
    thread_body((void *)(intptr_t)2);
}

static jmp_buf environment;
NOINLINE static uint64_t jump_back(int depth) {
    if (depth == 0 && sink != 1) longjmp(environment, 1);
    sink += burn(sink);
    return depth == 0 ? sink : jump_back(depth - 1) + 1;
}
static void mode_longjmp(void) { for (;;) if (setjmp(environment) == 0) sink += jump_back(6); }

/* A library that was not there when the process was opened. */
static void mode_dlopen(void) {
    sleep(1);
    void *library = dlopen(getenv("SHAPES_PLUGIN"), RTLD_NOW);
    if (!library) { fprintf(stderr, "%s\n", dlerror()); exit(5); }
    uint64_t (*work)(uint64_t (*)(uint64_t), uint64_t) = (uint64_t (*)(uint64_t (*)(uint64_t), uint64_t))dlsym(library, "plugin_work");
    for (;;) sink += work(burn, sink);
}

/* One library after another, each unloaded before the next: SHAPES_PLUGIN and SHAPES_NEXT. Of a quarter of a second
 * there are at most 150 samples. */
static void mode_dlclose(void) {
    const char *paths[] = {getenv("SHAPES_PLUGIN"), getenv("SHAPES_NEXT")};
    for (int i = 0; i < 2; i++) {
        if (!paths[i]) continue;
        void *library = dlopen(paths[i], RTLD_NOW);
        if (!library) { fprintf(stderr, "%s\n", dlerror()); exit(5); }
        uint64_t (*work)(uint64_t (*)(uint64_t), uint64_t) = (uint64_t (*)(uint64_t (*)(uint64_t), uint64_t))dlsym(library, "plugin_work");
        for (clock_t end = clock() + CLOCKS_PER_SEC / 4; clock() < end;) sink += work(burn, sink);
        dlclose(library);
    }
    for (;;) sink += burn(sink);
}

int main(int count, char **arguments) {
    static const struct { const char *name; void (*run)(void); } modes[] = {
        {"deep", mode_deep}, {"alloca", mode_alloca}, {"callback", mode_callback}, {"linkage", mode_linkage},
        {"clock", mode_clock}, {"signal", mode_signal}, {"trap", mode_trap}, {"threads", mode_threads},
        {"longjmp", mode_longjmp}, {"dlopen", mode_dlopen}, {"dlclose", mode_dlclose},
    };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (count > 1 && strcmp(arguments[1], modes[i].name) == 0) modes[i].run();
    return 2;
}
