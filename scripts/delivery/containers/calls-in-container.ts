/** Reads what `strace -f -o` wrote. */

/** On amd64, numbers for which strace of Debian 12 has no name yet. */
const laterCalls: Readonly<Record<string, string>> = { syscall_0x14f: 'uretprobe' };

/** Names of what a process called after it had set the filter, and of all that its children called. */
export function callsInContainer(trace: string): string[] {
  const lines = trace.split('\n').flatMap((text) => {
    const [, id, call] = /^(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed)/u.exec(text) ?? [];
    return id === undefined || call === undefined ? [] : [{ id, call, text }];
  });
  // With a filter: podman and runc also ask, with none, what this kernel can do.
  const sets = /(?:seccomp\(SECCOMP_SET_MODE_FILTER|prctl\(PR_SET_SECCOMP).*\{len=\d/u;
  const inside = new Map<string, number>();
  for (const [at, { id, text }] of lines.entries()) if (sets.test(text) && !inside.has(id)) inside.set(id, at);
  // The first lines of a child may be before the one that says whose child it is.
  for (const [at, { id, call, text }] of lines.entries()) {
    const child = /^(?:clone|clone3|fork|vfork)$/u.test(call) ? / = (\d+)(?: |$)/u.exec(text)?.[1] : undefined;
    if (child !== undefined && at > (inside.get(id) ?? Infinity) && !inside.has(child)) inside.set(child, 0);
  }
  const isInside = (id: string, at: number): boolean => at > (inside.get(id) ?? Infinity);
  return [
    ...new Set(lines.filter(({ id }, at) => isInside(id, at)).map(({ call }) => laterCalls[call] ?? call)),
  ].toSorted();
}
