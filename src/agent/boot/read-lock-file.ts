/** The lock file of the catalog, and what it leaves inert in this version. Strict, as the allow-list file is. */
import type { Catalog } from '../../../catalog/index.ts';
import { lockFileVariable } from './agent-variables.ts';
import { CatalogLock, compareWithLock } from './catalog-lock.ts';
import type { SetupProblem } from '../connectors/connector-setup.ts';
import type { InertOperations } from '../gate/check-enabled.ts';
import { printableName } from '../../core/printable-name.ts';
import { readStrictJson } from './read-strict-json.ts';

export interface LockFileRead {
  readonly inert: InertOperations;
  /** SHA-256 of the file; undefined without one. */
  readonly digest?: string;
  readonly problems: readonly SetupProblem[];
}

/** Everything is inert when the file has a problem. */
export function readLockFile(file: string | undefined, catalog: Catalog): LockFileRead {
  if (file === undefined || file === '') return { inert: new Map(), problems: [] };
  const problem = (complaint: string, remedy: string): SetupProblem => ({
    variable: lockFileVariable,
    problem: `The file in ${lockFileVariable} ${complaint}.`,
    remedy,
  });
  const everything = new Map([...catalog.keys()].map((name) => [name, []]));
  const { value, complaints, ...read } = readStrictJson(file, CatalogLock);
  if (value === undefined) {
    const remedy = 'Write it with `farol catalog lock --out <file>` and do not edit it.';
    return { inert: everything, problems: complaints.map((one) => problem(one, remedy)) };
  }
  const { added, changed, removed } = compareWithLock(catalog, value);
  if (removed.length > 0) {
    const remedy = 'Review what this version removed with `farol catalog diff`, then write the file again.';
    const problems = removed.map((name) =>
      problem(`names ${printableName(name)}, which is not in the catalog of this version`, remedy),
    );
    return { inert: everything, problems };
  }
  const inert: InertOperations = new Map([
    ...added.map((name): [string, readonly string[]] => [name, []]),
    ...changed.map(({ name, what }): [string, readonly string[]] => [name, what]),
  ]);
  return { inert, ...read, problems: [] };
}
