/** What the credential of each source may do, from what its checks found. Pure. */
import { aboutSource, checksBySource, type HealthCheck, type HealthReport } from '../../tunnel/messages.ts';
import type { PermissionList } from '../api/permissions.ts';

type OfConnector = PermissionList['connectors'][number];
type Verdict = 'allowed' | 'denied' | 'unknown';

export interface ReportedBy {
  readonly instance: string;
  readonly report: HealthReport;
}

/** `titles`: of connectors, by id. A source of which nothing is configured is left out. */
export function listPermissions(
  reports: readonly ReportedBy[],
  titles: Readonly<Record<string, string>>,
): PermissionList {
  const judged = reports.flatMap(judgeSources).toSorted((one, other) => compare(keyOf(one), keyOf(other)));
  const byConnector = Map.groupBy(judged, ({ connector }) => connector);
  const connectors = [...byConnector].map(([connector, sources]) => ({
    connector,
    title: titles[connector] ?? connector,
    ...compareSources(sources),
  }));
  return { connectors: connectors.toSorted((one, other) => compare(one.connector, other.connector)) };
}

interface Judged {
  readonly connector: string;
  readonly source: Pick<OfConnector['sources'][number], 'source' | 'about' | 'instance' | 'at' | 'shortened'>;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly excess: ReadonlySet<string>;
}

const keyOf = ({ source: { source, instance } }: Judged): string => `${source}\0${instance}`;

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function judgeSources({ instance, report }: ReportedBy): Judged[] {
  const { at, checks, shortened } = report;
  const ran = checks.filter(({ status }) => status !== 'skipped' && status !== 'pending_configuration');
  return [...checksBySource(ran)].map(([source, ofOne]) => {
    const about = aboutSource(report, source);
    return {
      connector: ofOne[0]?.connector ?? source,
      source: {
        source,
        ...(about !== undefined && { about }),
        instance,
        at,
        ...(shortened === true && { shortened: true as const }),
      },
      verdicts: mergeVerdicts(ofOne),
      excess: new Set(ofOne.flatMap((check) => check.excess)),
    };
  });
}

const weight: Readonly<Record<Verdict, number>> = { unknown: 0, allowed: 1, denied: 2 };

/** Where two checks judge one permission, the one that found it missing is right, and one that knows nothing is not. */
function mergeVerdicts(checks: readonly HealthCheck[]): ReadonlyMap<string, Verdict> {
  const merged = new Map<string, Verdict>();
  for (const [grant, verdict] of checks.flatMap(verdictsOf)) {
    const before = merged.get(grant);
    if (before === undefined || weight[verdict] > weight[before]) merged.set(grant, verdict);
  }
  return merged;
}

/** A permission that a check needs and says nothing of is there if the check is well. */
function verdictsOf({ judged = [], held = [], missing, needed, status }: HealthCheck): [string, Verdict][] {
  const said = new Set([...judged.map(({ grant }) => grant), ...held, ...missing]);
  return [
    ...judged.map(({ grant, verdict }): [string, Verdict] => [
      grant,
      verdict === 'allowed' || verdict === 'denied' ? verdict : 'unknown',
    ]),
    ...held.map((grant): [string, Verdict] => [grant, 'allowed']),
    ...missing.map((grant): [string, Verdict] => [grant, 'denied']),
    ...needed
      .filter((grant) => !said.has(grant))
      .map((grant): [string, Verdict] => [grant, status === 'ok' ? 'allowed' : 'unknown']),
  ];
}

function compareSources(sources: readonly Judged[]): Pick<OfConnector, 'sources' | 'grants' | 'excess'> {
  const grants = namesIn(sources, ({ verdicts }) => verdicts.keys());
  const excess = namesIn(sources, (one) => one.excess);
  const placesWhere = (isMeant: (one: Judged) => boolean): number[] =>
    sources.flatMap((one, at) => (isMeant(one) ? [at] : []));
  return {
    sources: sources.map(({ source, verdicts, excess: own }) => {
      const count = (wanted: Verdict): number => [...verdicts.values()].filter((one) => one === wanted).length;
      const counts = { allowed: count('allowed'), denied: count('denied'), unknown: count('unknown') };
      return { ...source, ...counts, excess: own.size };
    }),
    grants: grants.map((grant) => {
      const placesOf = (wanted: Verdict): number[] => placesWhere(({ verdicts }) => verdicts.get(grant) === wanted);
      return { grant, allowed: placesOf('allowed'), denied: placesOf('denied'), unknown: placesOf('unknown') };
    }),
    excess: excess.map((grant) => ({ grant, sources: placesWhere((one) => one.excess.has(grant)) })),
  };
}

/** Each once, sorted. */
function namesIn(sources: readonly Judged[], namesOf: (one: Judged) => Iterable<string>): string[] {
  return [...new Set(sources.flatMap((one) => [...namesOf(one)]))].toSorted();
}
