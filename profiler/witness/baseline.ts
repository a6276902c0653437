/**
 * Which captures are compared. The head of a version is its latest pushed capture of kind
 * `head`; an earlier head of the same version counts as a replicate. The baseline is the latest head
 * of another version that came before.
 */
import { compareText } from './compare-text.ts';

export interface CaptureListing {
  readonly request_id: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly status: string;
  /** RFC 3339 in UTC. */
  readonly requested_at: string;
}

export interface Pairing<T extends CaptureListing> {
  readonly head: T;
  readonly headReplicates: T[];
  readonly baseline: T;
  readonly baselineReplicates: T[];
  readonly why: string;
  readonly skipped: { version: string; request_id: string; why: string }[];
}

/** Why no pair can be made: a code for programs and a sentence for people. */
export interface NoPairing {
  readonly code: 'no_head' | 'no_baseline';
  readonly message: string;
}

/** `captures` are those of one workload, namespace and environment, in any order; `from` and `to` name versions. */
export function pairCaptures<T extends CaptureListing>(
  captures: readonly T[],
  { from, to }: { from?: string | undefined; to?: string | undefined } = {},
): Pairing<T> | NoPairing {
  const newestFirst = captures.toSorted(
    (a, b) => Date.parse(b.requested_at) - Date.parse(a.requested_at) || compareText(b.request_id, a.request_id),
  );
  const pushed = newestFirst.filter(({ status }) => status === 'pushed');
  const heads = pushed.filter(({ kind }) => kind === 'head');
  const head = heads.find(({ version }) => to === undefined || version === to);
  if (head === undefined) {
    return {
      code: 'no_head',
      message: to === undefined ? 'No head capture was pushed yet.' : explainNoHead(to, heads),
    };
  }
  const isBefore = (one: T): boolean => Date.parse(one.requested_at) < Date.parse(head.requested_at);
  const candidates = heads.filter((one) => one.version !== head.version);
  const baseline = from === undefined ? candidates.find(isBefore) : candidates.find(({ version }) => version === from);
  if (baseline === undefined) return { code: 'no_baseline', message: explainNoBaseline(head.version, from, heads) };
  const replicatesOf = (one: T): T[] => pushed.filter((other) => other.version === one.version && other !== one);
  return {
    head,
    headReplicates: replicatesOf(head),
    baseline,
    baselineReplicates: replicatesOf(baseline),
    why:
      from === undefined
        ? `${baseline.version} is the latest version captured before ${head.version}`
        : `version ${from} was asked for`,
    skipped: newestFirst.filter((one) => from === undefined && isPassedOver(one, head, baseline)).map(explainSkip),
  };
}

export function isPaired<T extends CaptureListing>(answer: Pairing<T> | NoPairing): answer is Pairing<T> {
  return 'head' in answer;
}

/** Versions that a refusal names; the rest is counted. */
const namedVersions = 10;

function explainNoHead(version: string, heads: readonly CaptureListing[]): string {
  const known = [...new Set(heads.map((one) => one.version))];
  const named = known.slice(0, namedVersions).join(', ');
  const hidden = known.length - namedVersions;
  const rest = hidden > 0 ? ` and ${hidden} more` : '';
  const there =
    known.length === 0 ? 'No version has one yet.' : `Versions that have one, latest first: ${named}${rest}.`;
  return `No head capture of version ${version} was pushed. ${there}`;
}

function explainNoBaseline(version: string, from: string | undefined, heads: readonly CaptureListing[]): string {
  if (from === version) return 'A version is compared with another one; name two different versions.';
  if (from !== undefined) return explainNoHead(from, heads);
  return `No other version was captured before ${version}: its captures become the baseline of the next one.`;
}

/** A head of another version, newer than the baseline and older than the head, that was not pushed. */
function isPassedOver(one: CaptureListing, head: CaptureListing, baseline: CaptureListing): boolean {
  const at = Date.parse(one.requested_at);
  const isBetween = at > Date.parse(baseline.requested_at) && at < Date.parse(head.requested_at);
  return isBetween && one.kind === 'head' && one.version !== head.version && one.status !== 'pushed';
}

function explainSkip({ version, request_id, status }: CaptureListing): {
  version: string;
  request_id: string;
  why: string;
} {
  return { version, request_id, why: status === 'queued' ? 'it has no outcome yet' : `its outcome is ${status}` };
}
