/*
 * Stands in for the collector where only its ends matter: what it may do is asked of the kernel, and
 * how it ends is chosen by a file named plan beside it. Measures nothing, and knows of no process but
 * those a test wrote down for it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long status_field(const char *name)
{
	char line[256];
	unsigned long long value = 0;
	FILE *status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof line, status))
		if (!strncmp(line, name, strlen(name)))
			value = strtoull(line + strlen(name), NULL, 16);
	if (status)
		fclose(status);
	return value;
}

/* Takes memory until the kernel ends this process, which offers itself as the collector does. */
static void exhaust_memory(void)
{
	FILE *adjustment = fopen("/proc/self/oom_score_adj", "w");
	if (adjustment) {
		fputs("1000", adjustment);
		fclose(adjustment);
	}
	for (;;) {
		char *more = malloc(1 << 20);
		if (!more)
			_exit(1);
		memset(more, 1, 1 << 20);
	}
}

static int copy(const char *from, FILE *out)
{
	char buffer[65536];
	size_t read;
	FILE *in = fopen(from, "r");
	if (!in || !out)
		return 1;
	while ((read = fread(buffer, 1, sizeof buffer, in)) > 0)
		fwrite(buffer, 1, read, out);
	return fclose(in) | fclose(out);
}

static void beside(const char *self, const char *name, char path[4096])
{
	const char *slash = strrchr(self, '/');
	snprintf(path, 4096, "%.*s/%s", (int)(slash - self), self, name);
}

static void flood(void)
{
	for (int i = 0; i < 100000000; i++)
		putchar('x');
}

/* Says what the test wrote down for this name, or does what the file named listing says instead. */
static int list_processes(const char *self, const char *workload)
{
	char path[4096], name[512], plan[64] = "";
	beside(self, "listing", path);
	FILE *file = fopen(path, "r");
	if (file && fgets(plan, sizeof plan, file))
		plan[strcspn(plan, "\n")] = 0;
	if (!strcmp(plan, "exhaust"))
		exhaust_memory();
	if (!strcmp(plan, "die"))
		raise(SIGKILL);
	if (!strcmp(plan, "flood"))
		flood();
	if (!strcmp(plan, "wait"))
		for (;;)
			pause();
	if (!strcmp(plan, "mumble")) {
		fprintf(stderr, "it went wrong\n");
		return 3;
	}
	if (!strcmp(plan, "refuse")) {
		fprintf(stderr, "the list is not accepted\n");
		return 12;
	}
	snprintf(name, sizeof name, "processes-%s", workload);
	beside(self, name, path);
	if (!access(path, F_OK))
		return copy(path, stdout);
	printf("{\"processes\":[],\"passed_over\":[],\"counts\":{\"matching\":0,\"passed_over\":0,\"unread\":0}}\n");
	return 0;
}

int main(int argc, char **argv)
{
	char path[4096], plan[64] = "", byte;
	const char *out = NULL, *limit = "no";
	if (argc > 1 && !strcmp(argv[1], "capabilities")) {
		printf("{\"version\":\"0.0.1\",\"permitted\":\"%016llx\",\"effective\":\"%016llx\"}\n",
		       status_field("CapPrm:"), status_field("CapEff:"));
		return 0;
	}
	if (argc > 1 && !strcmp(argv[1], "targets")) {
		printf("{\"targets\":1,\"pinned\":false}\n");
		return 0;
	}
	if (argc > 3 && !strcmp(argv[1], "processes"))
		return list_processes(argv[0], argv[3]);
	for (int i = 1; i + 1 < argc; i++) {
		if (!strcmp(argv[i], "--out"))
			out = argv[i + 1];
		if (!strcmp(argv[i], "--memory-limit"))
			limit = argv[i + 1];
	}
	beside(argv[0], "plan", path);
	FILE *file = fopen(path, "r");
	if (file && fgets(plan, sizeof plan, file))
		plan[strcspn(plan, "\n")] = 0;
	printf("{\"type\":\"progress\",\"phase\":\"window\",\"elapsed_sec\":0.5}\n");
	fflush(stdout);
	if (!strcmp(plan, "exhaust"))
		exhaust_memory();
	if (!strcmp(plan, "die"))
		raise(SIGKILL);
	if (!strcmp(plan, "flood"))
		flood();
	if (!strcmp(plan, "wait") || !strcmp(plan, "stubborn")) {
		if (!strcmp(plan, "stubborn"))
			signal(SIGTERM, SIG_IGN);
		while (read(0, &byte, 1) > 0)
			;
		return 7;
	}
	if (!strcmp(plan, "gone")) {
		printf("{\"type\":\"error\",\"code\":\"target_gone\",\"message\":\"It ended.\",\"fix\":\"Try again.\"}\n");
		return 4;
	}
	if (!strcmp(plan, "no_memory")) {
		printf("{\"type\":\"error\",\"code\":\"out_of_memory\",\"message\":\"A map was refused.\"}\n");
		return 5;
	}
	if (!strcmp(plan, "no_room")) {
		printf("{\"type\":\"error\",\"code\":\"no_room\",\"message\":\"It takes more than %s MiB.\"}\n", limit);
		return 10;
	}
	if (!strcmp(plan, "not_listed") || !strcmp(plan, "list_refused")) {
		printf("{\"type\":\"error\",\"code\":\"%s\",\"message\":\"Not by this list.\"}\n", plan);
		return !strcmp(plan, "not_listed") ? 11 : 12;
	}
	if (!strcmp(plan, "mumble")) {
		fprintf(stderr, "it went wrong\n");
		return 1;
	}
	beside(argv[0], "record", path);
	if (out && strcmp(plan, "empty") && copy(path, fopen(out, "w")))
		return 8;
	printf("{\"type\":\"summary\",\"memory\":{\"peak_rss_bytes\":8388608}}\n");
	return 0;
}
