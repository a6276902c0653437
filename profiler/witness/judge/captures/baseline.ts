/**
 * Which deployments are compared: the latest one, or the latest of a version that is named, with the one that ran
 * before it. The latest head decides the namespace: the same process elsewhere is another target.
 */
import { compareText } from '../../bundle/keys/key-text.ts';
import { type CaptureListing, type Deployment, listDeployments, orderCaptures, type Placed } from './deployments.ts';

/** Versions by name; without them the rule chooses. */
export interface WantedVersions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Pairing<T extends CaptureListing> {
  readonly head: Deployment<T>;
  readonly baseline: Deployment<T>;
  /** All captures in the namespace, oldest first, with what was not pushed. */
  readonly own: readonly Placed<T>[];
  readonly why: string;
  readonly skipped: { version: string; request_id: string; why: string }[];
}

/** Why no pair can be made: a code for programs and a sentence for people. */
export interface NoPairing<T extends CaptureListing> {
  readonly code: 'no_head' | 'no_baseline';
  readonly message: string;
  /** Of the version without a baseline. */
  readonly alone?: Pick<Pairing<T>, 'head' | 'own'>;
}

/** `captures` are those of one workload and environment, in any order. */
export function pairCaptures<T extends CaptureListing>(
  captures: readonly T[],
  wanted: WantedVersions = {},
): Pairing<T> | NoPairing<T> {
  return pairOrdered(orderCaptures(captures), wanted);
}

/** Of captures that were put in order once, for several questions. */
export function pairOrdered<T extends CaptureListing>(
  ordered: readonly Placed<T>[],
  { from, to }: WantedVersions,
): Pairing<T> | NoPairing<T> {
  const everywhere = listHeads(ordered);
  const latest = everywhere.find(({ capture }) => to === undefined || capture.version === to)?.capture;
  const own = ordered.filter(({ capture }) => capture.status !== 'pushed' || capture.namespace === latest?.namespace);
  const head = latest && listDeployments(own, latest.version).at(-1);
  if (head === undefined) {
    const message = to === undefined ? 'No main capture was pushed yet.' : explainNoHead(to, everywhere);
    return { code: 'no_head', message };
  }
  const { version } = head.head;
  const heads = listHeads(own);
  const baseline = findBaseline(own, heads, { head, from });
  if (baseline === undefined) {
    return { code: 'no_baseline', message: explainNoBaseline(version, from, heads), alone: { head, own } };
  }
  return {
    head,
    baseline,
    own,
    why:
      from === undefined
        ? `${baseline.head.version} is the latest version captured before ${version}`
        : `version ${from} was asked for`,
    skipped: from === undefined ? listSkipped(own, { head, baseline }) : [],
  };
}

export function isPaired<T extends CaptureListing>(answer: Pairing<T> | NoPairing<T>): answer is Pairing<T> {
  return 'baseline' in answer;
}

/** Pushed ones, newest first. */
function listHeads<T extends CaptureListing>(placed: readonly Placed<T>[]): readonly Placed<T>[] {
  return placed.filter(({ capture: { kind, status } }) => kind === 'head' && status === 'pushed').toReversed();
}

/**
 * The deployment with the latest head before the newer one's. A version that was asked for and ran only later is taken
 * as it ran first. Either way a capture that comes later chooses no other.
 */
function findBaseline<T extends CaptureListing>(
  placed: readonly Placed<T>[],
  heads: readonly Placed<T>[],
  { head, from }: { readonly head: Deployment<T>; readonly from: string | undefined },
): Deployment<T> | undefined {
  const { version } = head.head;
  const candidates = heads.filter(
    ({ capture: one }) => one.version !== version && (from ?? one.version) === one.version,
  );
  const before = candidates.find(
    ({ at, capture }) => (at - head.requestedAt || compareText(capture.request_id, head.head.request_id)) < 0,
  );
  const chosen = before ?? (from === undefined ? undefined : candidates.at(-1));
  if (chosen === undefined) return undefined;
  const deployment = listDeployments(placed, chosen.capture.version).find(({ captures }) =>
    captures.includes(chosen.capture),
  );
  if (deployment === undefined) return undefined;
  const others = deployment.captures.filter((one) => one !== chosen.capture);
  return { ...deployment, head: chosen.capture, captures: [chosen.capture, ...others] };
}

/** Versions that a refusal names; the rest is counted. */
const namedVersions = 10;

function explainNoHead(version: string, heads: readonly Placed<CaptureListing>[]): string {
  const known = [...new Set(heads.map(({ capture }) => capture.version))];
  const named = known.slice(0, namedVersions).join(', ');
  const hidden = known.length - namedVersions;
  const rest = hidden > 0 ? ` and ${hidden} more` : '';
  const there =
    known.length === 0 ? 'No version has one yet.' : `Versions that have one, latest first: ${named}${rest}.`;
  return `No main capture of version ${version} was pushed. ${there}`;
}

function explainNoBaseline(
  version: string,
  from: string | undefined,
  heads: readonly Placed<CaptureListing>[],
): string {
  if (from === version) return 'A version is compared with another one; name two different versions.';
  if (from !== undefined) return explainNoHead(from, heads);
  return `No other version was captured before ${version}: its captures become the baseline of the next one.`;
}

/** Heads of other versions, between the two that are compared, that were not pushed; newest first. */
function listSkipped<T extends CaptureListing>(
  placed: readonly Placed<T>[],
  { head, baseline }: { readonly head: Deployment<T>; readonly baseline: Deployment<T> },
): Pairing<T>['skipped'] {
  const since = Date.parse(baseline.head.requested_at);
  return placed
    .filter(({ capture: { kind, status, version }, at }) => {
      const isBetween = at > since && at < head.requestedAt;
      return isBetween && kind === 'head' && version !== head.head.version && status !== 'pushed';
    })
    .toReversed()
    .map(({ capture: { version, request_id, status } }) => ({
      version,
      request_id,
      why: status === 'queued' ? 'it has no outcome yet' : `its outcome is ${status}`,
    }));
}
