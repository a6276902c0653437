/* Samples its own process as perf would: user registers and a copy of the stack
 * above the stack pointer, at SIGPROF. Needs no privilege, so the unwinder can
 * be tested anywhere, on programs it is linked to or preloaded into.
 *
 * With STACKS_TRUTH set each record also carries the call chain that the
 * compiler's own unwinder sees from inside the process: an independent truth.
 *
 * Environment: STACKS_OUT (file to append records to), STACKS_COUNT, STACKS_BYTES, STACKS_TRUTH, STACKS_STOP (after
 * each sample, until somebody continues it). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

enum { MOST_FRAMES = 600, MOST_BYTES = 1 << 20 };

static int out = -1, memory = -1, left;
static uint64_t copy_bytes = 65536;
static int wants_truth, stops;
/* One record at a time: handlers of other threads give up instead of waiting. */
static volatile int busy;
static struct {
    uint64_t regs[33];
    uint64_t stack_bytes, frames;
    uint64_t frame[MOST_FRAMES];
    unsigned char stack[MOST_BYTES];
} record;

struct truth { uint64_t interrupted; int seen; };
static sigjmp_buf truth_failed;

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *argument) {
    struct truth *truth = argument;
    int was_interrupted = 0;
    uint64_t ip = _Unwind_GetIPInfo(context, &was_interrupted);
    /* By its address alone it could be the frame of this very signal, if that came while another one's handler returned. */
    if (ip == truth->interrupted && was_interrupted) truth->seen = 1;
    if (truth->seen && record.frames < MOST_FRAMES) record.frame[record.frames++] = ip;
    return _URC_NO_REASON;
}

/* The compiler's unwinder can fault when it is interrupted while it unwinds. */
static void on_truth_fault(int signal) { siglongjmp(truth_failed, signal); }

static void find_truth(uint64_t ip) {
    struct sigaction fault = {.sa_handler = on_truth_fault, .sa_flags = SA_NODEFER}, before;
    struct truth truth = {ip, 0};
    sigaction(SIGSEGV, &fault, &before);
    if (sigsetjmp(truth_failed, 0) == 0) _Unwind_Backtrace(note_frame, &truth);
    else record.frames = 0;
    sigaction(SIGSEGV, &before, 0);
}

static int registers_of(const ucontext_t *context, uint64_t *regs, uint64_t *sp, uint64_t *ip) {
#if defined(__x86_64__)
    static const int order[17] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_RIP,
                                  REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    for (int i = 0; i < 17; i++) regs[i] = context->uc_mcontext.gregs[order[i]];
    *sp = regs[7], *ip = regs[8];
    return 17;
#elif defined(__aarch64__)
    for (int i = 0; i < 31; i++) regs[i] = context->uc_mcontext.regs[i];
    regs[31] = *sp = context->uc_mcontext.sp;
    regs[32] = *ip = context->uc_mcontext.pc;
    return 33;
#endif
}

static void put(const void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t written = write(out, (const char *)bytes + done, count - done);
        if (written <= 0) _exit(3);
        done += written;
    }
}

/* Once: a timer that went on would, on a machine where taking a sample lasts longer than a tick, ring again before the
 * program has gone a step further, and every sample would be of the same place. */
static void sample_next(void) {
    struct itimerval after = {{0, 0}, {0, 1700}};
    setitimer(ITIMER_PROF, &after, 0);
}

static void on_sample(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    if (__sync_lock_test_and_set(&busy, 1)) return;
    if (left > 0) {
        uint64_t sp, ip;
        uint64_t count = registers_of(context, record.regs, &sp, &ip);
        /* The kernel stops a sample's copy at the end of the mapping; so does this call. */
        ssize_t copied = pread(memory, record.stack, copy_bytes, (off_t)sp);
        record.stack_bytes = copied > 0 ? copied : 0;
        record.frames = 0;
        if (wants_truth) find_truth(ip);
        put(&count, sizeof count);
        put(record.regs, count * 8);
        put(&record.stack_bytes, 8);
        put(record.stack, record.stack_bytes);
        put(&record.frames, 8);
        put(record.frame, record.frames * 8);
        /* Stopped, the process keeps the mappings that the samples are about. */
        if (--left == 0 || stops) kill(getpid(), SIGSTOP);
    }
    __sync_lock_release(&busy);
    sample_next();
}

static uint64_t number(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, 0, 10) : otherwise;
}

__attribute__((constructor)) static void start_sampling(void) {
    const char *path = getenv("STACKS_OUT");
    if (!path) return;
    out = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    if (out < 0 || memory < 0) _exit(4);
    unsetenv("STACKS_OUT"); /* children must not write into the same file */
    left = number("STACKS_COUNT", 200);
    copy_bytes = number("STACKS_BYTES", 65528);
    if (copy_bytes > MOST_BYTES) copy_bytes = MOST_BYTES;
    wants_truth = getenv("STACKS_TRUTH") != 0;
    stops = getenv("STACKS_STOP") != 0;
    struct sigaction action = {.sa_sigaction = on_sample, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigaction(SIGPROF, &action, 0);
    sample_next();
}
