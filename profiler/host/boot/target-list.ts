/**
 * The customer's list of processes that may be measured. A file, so that it can be diffed and reviewed;
 * strict, so that a misspelt key cannot widen it; never everything, because nothing here means that.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findRepeatedKeys } from './find-repeated-keys.ts';

export interface Target {
  readonly workload: string;
  readonly namespace?: string | undefined;
}

export interface ListProblem {
  /** Path of the field, such as `targets[1].workload`; undefined for the file as a whole. */
  readonly field: string | undefined;
  readonly cause: string;
  readonly fix: string;
}

export type TargetList =
  | { readonly targets: readonly Target[]; readonly problems: readonly [] }
  | { readonly targets: undefined; readonly problems: readonly ListProblem[] };

export const targetsVariable = 'RUNNER_PROFILE_TARGETS_FILE';
const maxBytes = 1 << 20;
const maxTargets = 10_000;

const Name = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty' })
  .max(255, { error: 'must have at most 255 characters' });
const object = { error: 'must be an object' };
const TargetFile = z.strictObject(
  {
    targets: z
      .array(z.strictObject({ workload: Name, namespace: Name.optional() }, object), {
        error: 'must be an array of objects',
      })
      .min(1, { error: 'is empty: nothing could be measured' })
      .max(maxTargets, { error: `has more than ${maxTargets} entries` }),
  },
  object,
);

/** Reads the file named by the variable; every problem at once. */
export function readTargetList(file: string | undefined): TargetList {
  if (file === undefined || file === '') {
    return refuse({
      field: undefined,
      cause: `${targetsVariable} is not set, so there is no target list`,
      fix: `Mount the list read-only and set ${targetsVariable} to its path.`,
    });
  }
  try {
    return parseTargetList(readFileSync(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const cause = `The target list ${file} cannot be read${code}`;
    return refuse({
      field: undefined,
      cause,
      fix: `Mount the list at that path, readable for the user of this process, or correct ${targetsVariable}.`,
    });
  }
}

export function parseTargetList(bytes: Uint8Array): TargetList {
  if (bytes.length > maxBytes) {
    return refuse({
      field: undefined,
      cause: `The target list is larger than ${maxBytes} bytes`,
      fix: 'List processes by name.',
    });
  }
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return refuse({
      field: undefined,
      cause: 'The target list is not JSON',
      fix: 'Write { "targets": [{ "workload": "<process name>" }] }; JSON has no comments.',
    });
  }
  const parsed = TargetFile.safeParse(value);
  const problems = [
    ...findRepeatedKeys(text).map(describeRepetition),
    ...(parsed.success ? findUnwanted(parsed.data.targets) : parsed.error.issues.flatMap(describeIssue)),
  ];
  if (!parsed.success || problems.length > 0) return { targets: undefined, problems };
  return { targets: parsed.data.targets, problems: [] };
}

function findUnwanted(targets: readonly Target[]): ListProblem[] {
  const seen = new Map<string, number>();
  return targets.flatMap(({ workload, namespace }, index) => {
    const field = `targets[${index}].workload`;
    if (workload === '*') {
      return [
        {
          field,
          cause: `${field} is "*"; a wildcard would list every process of the node`,
          fix: 'Name each process; there are no wildcards.',
        },
      ];
    }
    const key = JSON.stringify([workload, namespace]);
    const first = seen.get(key);
    seen.set(key, first ?? index);
    return first === undefined
      ? []
      : [{ field, cause: `${field} repeats targets[${first}]`, fix: 'Remove one of the two.' }];
  });
}

function describeRepetition(field: string): ListProblem {
  return {
    field,
    cause: `${field} is given twice; only the last one would count`,
    fix: 'Remove one of the two; a second process is a second entry.',
  };
}

function describeIssue(issue: z.core.$ZodIssue): ListProblem[] {
  const at = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = at === '' ? key : `${at}.${key}`;
      return {
        field,
        cause: `${field} is not a key of the target list`,
        fix: 'Remove it; comment fields are not supported.',
      };
    });
  }
  const field = at === '' ? 'the list' : at;
  return [
    { field, cause: `${field} ${issue.message}`, fix: 'Write { "targets": [{ "workload": "<process name>" }] }.' },
  ];
}

function pathOf(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) text += typeof part === 'number' ? `[${part}]` : `${text === '' ? '' : '.'}${String(part)}`;
  return text;
}

function refuse(problem: ListProblem): TargetList {
  return { targets: undefined, problems: [problem] };
}
