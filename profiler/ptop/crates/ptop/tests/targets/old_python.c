/*
 * Has the function with which Python interpreted before 3.6, and no more of it. Spins in there for as many milliseconds as
 * each line of its input says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__attribute__((noinline)) long PyEval_EvalFrameEx(long ms)
{
	struct timespec now;
	long end, turns = 0;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + ms;
	do {
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
		turns++;
	} while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < end);
	return turns;
}

int main(void)
{
	char line[64];

	while (fgets(line, sizeof(line), stdin)) {
		volatile long turns = PyEval_EvalFrameEx(atol(line));
		(void)turns;
		puts("done");
		fflush(stdout);
	}
	return 0;
}
