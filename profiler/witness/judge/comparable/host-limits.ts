/**
 * From where on a machine may have made a difference by itself. Sides are compared by the mean over their captures: what
 * varies from capture to capture is in the noise already, and what is alike on both sides favours none.
 */

/**
 * Part of the machine's CPU time that a hypervisor may keep. While it does, the time of the running task passes: on a
 * machine of which a fifth is busy this much lengthens CPU time by a tenth, which is the least effect.
 */
export const mostSteal = 0.02;

/**
 * How much more of the time some task waited for a CPU, or for a disk, on one side. Captures of one version on a shared
 * machine were up to 0.43 apart in CPU without a false finding (`bench/verdicts`, two minutes between captures).
 */
export const mostWaitingApart = 0.5;

/**
 * The same for memory. A task that waits for memory makes the kernel free pages, which costs CPU time of its own: so far
 * apart, half of the least effect may be that.
 */
export const mostMemoryWaitingApart = 0.05;

/**
 * How many more of its scheduling periods the target was stopped in on one side. Who is stopped in a tenth of them waits
 * a tenth of them longer, which is the least effect.
 */
export const mostThrottledApart = 0.1;

/** Part of CPU time that may be that of programs which only some captures ran: half of the least effect. */
export const mostHelperShare = 0.05;

/** Nanoseconds after its start in which a target still starts: the longest warm-up that a request can ask for. */
export const startingNs = 60e9;

/**
 * Processes of one side over those of the other. Twice as many are to a comparison what twice the load is, and beyond
 * that load limits it too; what each request costs is the same whichever worker serves it.
 */
export const mostProcessRatio = 2;
