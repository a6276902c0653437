/*
 * Says that it is CPython 3.12, or with OBJECTS 3.8, and has structures that never end, or lead nowhere. Spins for as
 * many milliseconds as each line of its input says.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint64_t _PyRuntime[128];
#ifdef OBJECTS
uint64_t PyCode_Type[64];
const char tag[] = "\0cpython-38";
#else
unsigned long Py_Version = 0x030c01f0;
static uint64_t record[4];
#endif

/* By which an interpreter is known. */
void _PyEval_EvalFrameDefault(void)
{
}

static uint64_t interpreter[32], thread[32], frame[16];

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
#ifndef OBJECTS
	uint8_t *owner = (uint8_t *)frame + 70;
#endif
	char line[64];

#ifdef OBJECTS
	PyCode_Type[3] = (uint64_t)"code";
	_PyRuntime[4] = (uint64_t)interpreter;
	interpreter[0] = (uint64_t)interpreter;
	interpreter[1] = (uint64_t)thread;
	thread[1] = (uint64_t)thread;
	thread[2] = (uint64_t)interpreter;
	thread[3] = (uint64_t)frame;
	thread[22] = (uint64_t)pthread_self();
	frame[3] = (uint64_t)frame;
	frame[4] = 0x123456789abc;
	if (!strcmp(mode, "threads"))
		thread[22] = 1;
	if (!strcmp(mode, "interpreters"))
		interpreter[1] = 0;
	if (!strcmp(mode, "wild"))
		thread[3] = 0xffffffffffffff00;
	if (!strcmp(mode, "kernel"))
		frame[3] = 0xffff888000000000;
#else
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
#endif
	while (fgets(line, sizeof(line), stdin)) {
		spin(atol(line));
		puts("done");
		fflush(stdout);
	}
	return 0;
}
