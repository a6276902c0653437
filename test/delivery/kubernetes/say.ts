/** How far a compilation is, for the log of the run. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
