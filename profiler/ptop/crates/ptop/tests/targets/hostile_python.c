/*
 * Says that it is CPython 3.12 and has structures that never end, or lead nowhere. Spins for as many
 * milliseconds as each line of its input says.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint64_t _PyRuntime[128];
unsigned long Py_Version = 0x030c01f0;

/* By which an interpreter is known. */
void _PyEval_EvalFrameDefault(void)
{
}

static uint64_t interpreter[32], thread[32], record[4], frame[16];

static void spin(long ms)
{
	struct timespec now;
	long end;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + ms;
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < end);
}

int main(int count, char **words)
{
	const char *mode = count > 1 ? words[1] : "";
	uint8_t *owner = (uint8_t *)frame + 70;
	char line[64];

	_PyRuntime[5] = (uint64_t)interpreter;
	interpreter[0] = (uint64_t)interpreter;
	interpreter[9] = (uint64_t)thread;
	thread[1] = (uint64_t)thread;
	thread[7] = (uint64_t)record;
	thread[18] = syscall(SYS_gettid);
	record[0] = (uint64_t)frame;
	record[1] = (uint64_t)record;
	frame[0] = 0x123456789abc;
	frame[1] = (uint64_t)frame;
	if (!strcmp(mode, "entries"))
		*owner = 3;
	if (!strcmp(mode, "threads"))
		thread[18] = 1;
	if (!strcmp(mode, "interpreters"))
		interpreter[9] = 0;
	if (!strcmp(mode, "wild"))
		record[0] = 0xffffffffffffff00;
	if (!strcmp(mode, "kernel"))
		frame[1] = 0xffff888000000000;
	while (fgets(line, sizeof(line), stdin)) {
		spin(atol(line));
		puts("done");
		fflush(stdout);
	}
	return 0;
}
