/** What a person has to write of a new operation, file by file. */
import { catalog } from '../../catalog/index.ts';
import type { OperationPlan } from './operation-plan.ts';
import type { Places } from './places.ts';

export interface Written {
  /** With the code of the operation. */
  readonly code: string;
  readonly tested: string;
  /** Where it was added to what a check affects. Undefined where that follows from grants or calls. */
  readonly affects: string | undefined;
  /** The slice declares methods, from which calls and grants of its operations follow. */
  readonly isByMethod: boolean;
}

export function listFilesLeft(
  plan: OperationPlan,
  places: Places,
  { code, tested, affects, isByMethod }: Written,
): string[] {
  const { connector, domain, manifest, newGrants, calls } = plan;
  const { schema, health, grants = manifest, listsOfGrants, listsOfLists } = places;
  const exemplar = `connectors/${connector}/upstream/exemplar.ts`;
  const { questions = exemplar, fake = questions } = places;
  const asked = calls.join(', ');
  const named = newGrants.join(', ');
  const isNew = newGrants.length > 0;
  const answers = `what the system answers to ${asked}`;
  const asks = 'questions that reach every call and branch';
  return [
    ...(catalog.has(plan.operation) ? [] : [`catalog/${domain}.ts: its arguments and its result`]),
    ...(isByMethod
      ? [`${manifest}: ${asked} among the methods, and asks('<id of the method>') in place of grants and upstream`]
      : []),
    ...(isNew ? [`${grants}: the grant ${named} with its purpose`] : []),
    `${manifest}: what it removes (redactions), and windowSec if it takes a window`,
    ...(affects === undefined ? [] : [`${affects}: affects of each check that fails together with it; at least one`]),
    ...(health !== undefined && (isNew || affects !== undefined)
      ? [
          `${health}: ${isNew ? `how a check finds out whether ${named} is held, unless it follows from the manifest` : 'only for a check of its own'}`,
        ]
      : []),
    ...(schema === undefined ? [] : [`${schema}: the members of the answer that are read, a list of rows by rowsOf`]),
    `${code}: the call, and the way from its answer to the result`,
    ...(fake === questions
      ? [`${questions}: ${asks}, and ${answers}`]
      : [`${fake}: ${answers}`, `${questions}: ${asks}`]),
    `${tested}: what no contract test can know`,
    ...(isNew ? listsOfGrants.map((file) => `${file}: ${named}, beside the grants that are there`) : []),
    ...listsOfLists.map((file) => `${file}: of a list, what it says when nothing is there`),
  ];
}
