/** The program of the flame graph, which is no part of the page that it is on. */
import { readChoice } from './flame-choice.ts';
import type { FlamePanel, FlamePanelProps, readFlameAhead } from './flame-panel.tsx';

interface FlameProgram {
  readonly FlamePanel: typeof FlamePanel;
  readonly readFlameAhead: typeof readFlameAhead;
}

let loaded: FlameProgram | undefined;

/** Rejects when it could not be loaded; asking again tries again. */
export async function loadFlame(): Promise<FlameProgram> {
  loaded ??= await import('./flame-panel.tsx');
  return loaded;
}

export function loadedFlame(): FlameProgram | undefined {
  return loaded;
}

/** Begins to read what opening would show. Where that fails, opening says so. */
export function prepareFlame(sources: FlamePanelProps['sources'], query: URLSearchParams): void {
  const { instance } = readChoice(query);
  const read = (program: FlameProgram): void => program.readFlameAhead(sources, instance);
  // At once where it can be: each turn of the event loop is felt.
  if (loaded === undefined) loadFlame().then(read, () => undefined);
  else read(loaded);
}
