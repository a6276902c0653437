/** Unless the caller names others: what the target's own code costs. A file of its own, because a help loads no statistics. */
export const defaultRequiredAxes: readonly string[] = ['cpu_stacks'];
