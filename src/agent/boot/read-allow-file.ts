/**
 * The customer's own list of operations. Strict: what it does not name is off, and what it names must
 * exist. Writes have a list of their own, so that a list of reads never enables one.
 */
import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import type { OperationAccess } from '../../../catalog/operation.ts';
import { allowFileVariable } from './agent-variables.ts';
import type { SetupProblem } from '../connectors/connector-setup.ts';
import type { AllowList } from '../gate/check-enabled.ts';
import { printableName } from '../../core/printable-name.ts';
import { readStrictJson } from './read-strict-json.ts';

const AllowFile = z
  .strictObject({
    /** Exactly these reads; every read when the key is left out. */
    operations: z.array(z.string()).optional(),
    /** Exactly these writes; none when the key is left out. */
    writes: z.array(z.string()).optional(),
  })
  .refine(({ operations, writes }) => operations !== undefined || writes !== undefined, {
    message: 'has neither operations nor writes',
  });
type AllowFile = z.infer<typeof AllowFile>;

export interface AllowFileRead {
  readonly allowed: AllowList;
  /** SHA-256 of the file; undefined without one. */
  readonly digest?: string;
  readonly problems: readonly SetupProblem[];
}

const shape =
  'Write {"operations": ["metrics.query"], "writes": []}, with names of the catalog and no other key; leave operations out to enable every read.';

/** Nothing is allowed when the file has a problem. */
export function readAllowFile(file: string | undefined, catalog: Catalog): AllowFileRead {
  if (file === undefined || file === '') return { allowed: undefined, problems: [] };
  const problem = (complaint: string, remedy: string): SetupProblem => ({
    variable: allowFileVariable,
    problem: `The file in ${allowFileVariable} ${complaint}.`,
    remedy,
  });
  const { value, complaints, ...read } = readStrictJson(file, AllowFile);
  if (value === undefined) return { allowed: new Set(), problems: complaints.map((one) => problem(one, shape)) };
  const problems = [
    ...wrongNames('operations', value.operations ?? [], { catalog, access: 'read' }),
    ...wrongNames('writes', value.writes ?? [], { catalog, access: 'write' }),
  ].map(([complaint, remedy]) => problem(complaint, remedy));
  if (problems.length > 0) return { allowed: new Set(), problems };
  return { allowed: toAllowed(value, catalog), ...read, problems: [] };
}

function toAllowed({ operations, writes = [] }: AllowFile, catalog: Catalog): Set<string> {
  const everyRead = [...catalog.values()].filter(({ access }) => access === 'read').map(({ name }) => name);
  return new Set([...(operations ?? everyRead), ...writes]);
}

interface ListRule {
  readonly catalog: Catalog;
  /** What the list may contain. */
  readonly access: OperationAccess;
}

const otherList = {
  read: 'It is a write: name it under writes, which lists only writes.',
  write: 'It is a read: name it under operations, or leave operations out to enable every read.',
};

/** Each complaint with what to do about it. */
function wrongNames(list: string, names: readonly string[], { catalog, access }: ListRule): [string, string][] {
  const seen = new Map<string, number>();
  return names.flatMap((name, index): [string, string][] => {
    const first = seen.get(name);
    seen.set(name, first ?? index);
    const at = `${list}[${index}]`;
    const shown = printableName(name);
    const operation = catalog.get(name);
    if (operation === undefined) {
      const remedy = 'Remove it or correct its spelling; wildcards are not supported. `farol catalog` lists the names.';
      return [[`names ${shown} at ${at}, which is not in the catalog of this version`, remedy]];
    }
    if (first !== undefined) return [[`names ${shown} at ${at} and at ${list}[${first}]`, 'Remove one of the two.']];
    if (operation.access === access) return [];
    return [[`names ${shown} at ${at}, which is a ${operation.access}`, otherList[access]]];
  });
}
