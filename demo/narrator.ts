/** What a person sees while the demo runs: steps on standard error, results on standard output. */
export interface Narrator {
  /** A step that is about to take a moment. */
  step(text: string): void;
  /** A finding, on its own line, indented under the step. */
  say(text: string): void;
  /** A block of ready text, such as a table. */
  show(text: string): void;
}

export function createNarrator(isJson: boolean): Narrator {
  const started = performance.now();
  const results = isJson ? process.stderr : process.stdout;
  return {
    step: (text) =>
      void process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s] ${text}\n`),
    say: (text) => void results.write(`          ${text}\n`),
    show: (text) => void results.write(`\n${text}\n\n`),
  };
}
