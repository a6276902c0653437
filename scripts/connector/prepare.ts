/** What a connector's tests need installed: its `upstream/prepare.ts` does it, where there is one. */
import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Preparation {
  /** For its contract tests. */
  readonly prepare?: () => Promise<void> | void;
  /** For its tests against the real system, `real-*.test.ts`. */
  readonly prepareReal?: (say: (line: string) => void) => Promise<void> | void;
}

/** Installs what is missing. @throws with what could not be installed. */
export async function prepareConnector(root: string, id: string, { isReal }: { isReal: boolean }): Promise<void> {
  const file = path.join(root, 'connectors', id, 'upstream/prepare.ts');
  if (!existsSync(file)) return;
  const { prepare, prepareReal } = (await import(file)) as Preparation;
  await prepare?.();
  if (isReal) await prepareReal?.((line) => process.stderr.write(`${line}\n`));
}
