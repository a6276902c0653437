/**
 * Gates in stages: the lanes of a stage run side by side, the gates of a lane one after the other. Every gate runs,
 * whatever became of the others. What a gate prints comes in one piece, so that two of them never mix.
 */
import type { Failure } from './failures.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures?: readonly Failure[];
  /** Why something was skipped. */
  whySkipped?: string;
  /** Tests that only `./farol test --deep` runs. */
  leftToDeep?: number;
}

/** Where a gate prints. */
export interface Output {
  readonly say: (line: string) => void;
  /** For a command: undefined leaves it the terminal. */
  readonly onText: ((text: string) => void) | undefined;
}

export interface Gate {
  readonly name: string;
  readonly run: (output: Output) => Tally | Promise<Tally>;
  /** Prints as it goes. At most one gate of the lanes that run side by side. */
  readonly isLive?: boolean;
}

export interface GateEnd {
  readonly name: string;
  readonly tally: Tally;
  readonly seconds: number;
}

type Lane = readonly Gate[];

/** Resolves with one end for each gate, in the order of the lanes. */
export async function runStage(lanes: readonly Lane[], print: (text: string) => void): Promise<GateEnd[]> {
  const ends = await Promise.all(lanes.map((lane) => runLane(lane, print)));
  return ends.flat();
}

async function runLane(lane: Lane, print: (text: string) => void): Promise<GateEnd[]> {
  const ends: GateEnd[] = [];
  for (const gate of lane) ends.push(await runGate(gate, print));
  return ends;
}

async function runGate({ name, run, isLive = false }: Gate, print: (text: string) => void): Promise<GateEnd> {
  let text = `\n== ${name}\n`;
  const add = (more: string): void => {
    if (isLive) print(more);
    else text += more;
  };
  if (isLive) print(text);
  const startedMs = performance.now();
  const tally = await runSafely(run, { say: (line) => add(`${line}\n`), onText: isLive ? undefined : add });
  const seconds = (performance.now() - startedMs) / 1000;
  const verdict = `== ${name}: ${tally.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s\n`;
  print(isLive ? verdict : text + verdict);
  return { name, tally, seconds };
}

/** A gate that throws has failed; the others still run. */
async function runSafely(run: Gate['run'], output: Output): Promise<Tally> {
  try {
    return await run(output);
  } catch (cause) {
    output.say(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
