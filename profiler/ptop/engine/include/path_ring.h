/*
 * Where the probes of files and programs send paths, each once: one ring for all of them, so that its
 * room for a burst is there once. process_fork makes it.
 */
#pragma once
#include "shared.h"

/* max_entries is set by the loader: bytes. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} paths __weak SEC(".maps");
