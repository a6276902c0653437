/* Loads each of two libraries in turn, spins in it for so many milliseconds of CPU time, and unloads it: they come to lie at
 * the same addresses, which it says. Then it does so for as many milliseconds as it reads, and says "done". With a third
 * library it loads that in place of either, after writing what either holds into its file. */
#include <fcntl.h>
#include <unistd.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* As `cp` writes a file that exists: what others have mapped of it is then what was written. */
static void write_over(const char *from, const char *to) {
    char bytes[65536];
    ssize_t count;
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    while ((count = read(in, bytes, sizeof bytes)) > 0)
        if (write(out, bytes, count) != count) exit(3);
    close(in);
    close(out);
}

/* Where the library's function was. */
static void *spin_in(const char *path, const char *over, long long turn_ns) {
    if (over) {
        write_over(path, over);
        path = over;
    }
    void *library = dlopen(path, RTLD_NOW);
    void (*spin)(long) = library ? (void (*)(long))dlsym(library, "spin") : 0;
    if (!spin) exit(1);
    for (long long end = now_ns() + turn_ns; now_ns() < end;) spin(200000);
    dlclose(library);
    return (void *)spin;
}

int main(int count, char **arguments) {
    int ms;
    if (count != 4 && count != 5) return 2;
    const char *over = arguments[4];
    long long turn_ns = atoll(arguments[3]) * 1000000LL;
    puts(spin_in(arguments[1], over, 1) == spin_in(arguments[2], over, 1) ? "same" : "other");
    fflush(stdout);
    while (scanf("%d", &ms) == 1) {
        long long end = now_ns() + ms * 1000000LL;
        for (int turn = 0; now_ns() < end; turn++) spin_in(arguments[1 + turn % 2], over, turn_ns);
        puts("done");
        fflush(stdout);
    }
    return 0;
}
