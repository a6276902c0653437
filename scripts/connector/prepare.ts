/** What a connector's tests need installed: its `upstream/prepare.ts` does it, where there is one. */
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Preparation {
  /** For its contract tests. */
  readonly prepare?: () => Promise<void> | void;
  /** For its tests against the real system, `real-*.test.ts`. */
  readonly prepareReal?: (say: (line: string) => void) => Promise<void> | void;
  /** For those of them that only the deep layer runs: what takes minutes to compile. */
  readonly prepareDeep?: (say: (line: string) => void) => Promise<void> | void;
}

/** Which of its tests are to run. */
export type Extent = 'contract' | 'real' | 'deep';

/** Installs what is missing. @throws with what could not be installed. */
export async function prepareConnector(root: string, id: string, extent: Extent): Promise<void> {
  const file = path.join(root, 'connectors', id, 'upstream/prepare.ts');
  if (!existsSync(file)) return;
  const { prepare, prepareReal, prepareDeep } = (await import(file)) as Preparation;
  await prepare?.();
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  if (extent !== 'contract') await prepareReal?.(say);
  if (extent === 'deep') await prepareDeep?.(say);
}
