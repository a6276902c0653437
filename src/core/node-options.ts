/**
 * What Node is started with for an Agent and a Profiler, which wait most of the time: a young generation of 1 MiB,
 * no middle compiler and one helper thread keep some 15 MB less in memory. `./farol bench --only agent` prints what is
 * left of an Agent, docs/reference/profiler-memory.md what is left of a Profiler.
 */
export const waitingNodeOptions = [
  '--max-semi-space-size=1',
  '--optimize-for-size',
  '--no-maglev',
  '--v8-pool-size=1',
] as const;

/**
 * For the allocator of glibc, which otherwise learns from the first large block that is freed to keep
 * such blocks: naming its own default of 128 KiB turns that off (mallopt(3), M_MMAP_THRESHOLD). 2 MB less.
 */
export const waitingNodeEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' } as const;
