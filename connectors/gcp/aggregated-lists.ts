/** Lists over all zones and regions at once. A zone that does not answer is told, never left out in silence. */
import type { AnswerOf } from './schema.ts';
import { ask, type Question } from './ask.ts';
import { type GcpContext, projectOf } from './context.ts';
import type { MethodId } from './slices.ts';
import type { Page } from './paging.ts';
import { lastPart, relativeName } from './wording.ts';

/** Most entries the vendor gives in one page. */
const pageSize = '500';

/** One entry and where it stands: `zones/us-central1-a`, `regions/us-central1` or `global`. */
export interface Placed<Row> {
  readonly row: Row;
  readonly scope: string;
}

type AggregatedMethod = Extract<MethodId, `compute.${string}.aggregatedList`>;
type RowOf<Id extends AggregatedMethod> = AnswerOf<Id>['items'][string]['rows'][number];

/** Without partial success, one zone that is down would fail the read of all the others. */
export async function readScopes<Id extends AggregatedMethod>(
  context: GcpContext,
  id: Id,
  pageToken: string | undefined,
): Promise<Page<Placed<RowOf<Id>>>> {
  // All of these have the project, and nothing else, in their path.
  const question = {
    path: { project: projectOf(context) },
    query: { maxResults: pageSize, returnPartialSuccess: 'true', pageToken },
  } as Question<Id>;
  const answer: Aggregated<RowOf<Id>> = await ask(context, id, question);
  const shares = Object.entries(answer.items);
  return {
    rows: shares.flatMap(([scope, { rows }]) => rows.map((row) => ({ row, scope }))),
    nextPageToken: answer.nextPageToken,
    notes: [
      ...answer.unreachables.map((place) => `${relativeName(place)} did not answer; what is there is missing.`),
      ...[
        ['the list', answer.warning] as const,
        ...shares.map(([scope, { warning }]) => [scope, warning] as const),
      ].flatMap(([place, warning]) => noteOf(place, warning)),
    ],
  };
}

interface Warning {
  readonly code?: string | undefined;
}

interface Aggregated<Row> {
  readonly items: Readonly<Record<string, { readonly rows: readonly Row[]; readonly warning?: Warning | undefined }>>;
  readonly unreachables: readonly string[];
  readonly warning?: Warning | undefined;
  readonly nextPageToken?: string | undefined;
}

/** An empty share carries a warning that says only that it is empty. */
export function noteOf(place: string, warning: Warning | undefined): string[] {
  const code = warning?.code;
  if (code === undefined || code === 'NO_RESULTS_ON_PAGE') return [];
  return [`${place} is not whole: ${code}.`];
}

export function zoneOf(scope: string): string | undefined {
  return scope.startsWith('zones/') ? scope.slice('zones/'.length) : undefined;
}

/** Region of a scope; undefined for what stands in no one region. */
export function regionOf(scope: string): string | undefined {
  if (scope.startsWith('regions/')) return scope.slice('regions/'.length);
  return zoneOf(scope)?.replace(/-[a-z0-9]+$/u, '');
}

export function isIn(
  scope: string,
  { region, zone }: { readonly region?: string | undefined; readonly zone?: string | undefined },
): boolean {
  return (zone === undefined || zoneOf(scope) === zone) && (region === undefined || regionOf(scope) === region);
}

/** What other answers refer to an entry by. */
export function idOf(
  context: GcpContext,
  { row, scope }: Placed<{ readonly name: string; readonly selfLink?: string | undefined }>,
  collection: string,
): string {
  return row.selfLink === undefined
    ? `projects/${projectOf(context)}/${scope}/${collection}/${row.name}`
    : relativeName(row.selfLink);
}

/** True when what is wanted is not said, or said by the whole id or by the name alone. */
export function isNamed(wanted: readonly string[] | undefined, id: string): boolean {
  return wanted === undefined || wanted.some((one) => one === id || one === lastPart(id));
}

export interface TagFilter {
  readonly key: string;
  readonly value?: string | undefined;
}

export function hasTags(labels: Readonly<Record<string, string>>, wanted: readonly TagFilter[] | undefined): boolean {
  return (wanted ?? []).every(
    ({ key, value }) => Object.hasOwn(labels, key) && (value === undefined || labels[key] === value),
  );
}
