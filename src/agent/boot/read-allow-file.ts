/** The customer's own list of operations. Strict: what it does not name is off, and what it names must exist. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Catalog } from '../../../catalog/index.ts';
import { allowFileVariable } from '../agent-variables.ts';
import type { SetupProblem } from '../connector-setup.ts';
import { printableName } from '../dispatch/find-operation.ts';

const AllowFile = z.strictObject({ operations: z.array(z.string()) });

export interface AllowFileRead {
  readonly allowed: ReadonlySet<string> | undefined;
  readonly problems: readonly SetupProblem[];
}

/** Nothing is allowed when the file has a problem. */
export function readAllowFile(file: string | undefined, catalog: Catalog): AllowFileRead {
  if (file === undefined || file === '') return { allowed: undefined, problems: [] };
  const problem = (what: string, remedy: string): SetupProblem => ({
    variable: allowFileVariable,
    problem: `The file in ${allowFileVariable} ${what}.`,
    remedy,
  });
  const shape = 'Write {"operations": ["metrics.query"]}, with the names of the catalog and no other key.';
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const what = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    return { allowed: new Set(), problems: [problem(what, shape)] };
  }
  const parsed = AllowFile.safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.code === 'unrecognized_keys' ? issue.keys.map(printableName) : issue?.path.map(String);
    return { allowed: new Set(), problems: [problem(`is not valid at ${where?.join('.') || 'its top'}`, shape)] };
  }
  const { operations } = parsed.data;
  const unknown = operations.filter((name) => !catalog.has(name));
  const problems = unknown.map((name) =>
    problem(
      `names ${printableName(name)}, which is not in the catalog of this version`,
      'Remove it or mend its spelling; wildcards are not known.',
    ),
  );
  return { allowed: new Set(problems.length === 0 ? operations : []), problems };
}
