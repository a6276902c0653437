/**
 * Which of some bundle files are head, replicates and baseline: their contents say, by the rules of the control plane.
 * The head decides namespace and node; another machine would differ by itself.
 */
import { admitCaptures } from '../judge/captures/admit-captures.ts';
import { isPaired, pairCaptures, type Pairing } from '../judge/captures/baseline.ts';
import type { Bundle } from '../bundle/record/bundle.ts';
import { compareText } from '../bundle/keys/key-text.ts';
import type { CaptureRef, Diff } from '../diff/diff.ts';
import type { ConfirmationWindow } from '../judge/captures/occasions.ts';
import { CliError } from './exit-codes.ts';
import type { BundleFile } from './read-bundle-file.ts';

export interface WantedFiles {
  readonly workload?: string | undefined;
  readonly env?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Wanted extends WantedFiles {
  /** Milliseconds: the moment as of which the control plane would have answered. Without it there is no window. */
  readonly asOf?: number | undefined;
  /** Milliseconds between two captures of a version that count as two. */
  readonly spacingMs: number;
}

export interface ChosenCapture {
  readonly ref: CaptureRef;
  readonly bundle: Bundle;
}

export interface ChosenSides {
  readonly workload: string;
  readonly env: string;
  readonly head: ChosenCapture;
  readonly headReplicates: readonly ChosenCapture[];
  readonly baseline: ChosenCapture;
  readonly baselineReplicates: readonly ChosenCapture[];
  readonly choice: Diff['baseline_choice'];
  readonly window?: ConfirmationWindow | undefined;
  /** Captures of any version on the node of the head, oldest first. */
  readonly history: readonly ChosenCapture[];
  /** What was not used, or counted as one, each with the reason. */
  readonly notes: readonly string[];
}

/** One request with the bundles of the nodes that pushed. */
interface Listing {
  readonly request_id: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly status: 'pushed';
  readonly requested_at: string;
  readonly namespace: string | undefined;
  /** By node. */
  readonly files: readonly BundleFile[];
}

/** @throws CliError when the files do not determine one pair of sides. */
export function chooseSides(given: readonly BundleFile[], wanted: Wanted): ChosenSides {
  const { files, notes } = withoutRepeated(given);
  const workload = pickOne(files, 'workload', wanted.workload);
  const own = files.filter(({ bundle }) => bundle.request.workload === workload);
  const env = pickOne(own, 'env', wanted.env);
  const ofLabel = own.filter(({ bundle }) => bundle.request.env === env);
  const known = ofLabel.filter(({ bundle }) => wanted.asOf === undefined || endOf(bundle) <= wanted.asOf);
  const listed = listRequests(known);
  const pair = pairCaptures(listed, wanted);
  if (!isPaired(pair)) throw new CliError(`${pair.message} ${describeFiles(listed)}`);
  const node = pair.head.head.files[0]?.bundle.instance;
  const capture = (listing: Listing): ChosenCapture => captureOf(listing, node);
  const admitted = admitCaptures(pair, {
    now: wanted.asOf,
    spacingMs: wanted.spacingMs,
    startOf: (listing) => Date.parse(capture(listing).bundle.window.start_wall),
  });
  const [head = pair.head.head, ...headReplicates] = admitted.head;
  const [baseline = pair.baseline.head, ...baselineReplicates] = admitted.baseline;
  const used = new Set([...admitted.head, ...admitted.baseline]);
  const later = ofLabel.filter((one) => !known.includes(one));
  return {
    workload,
    env,
    head: capture(head),
    headReplicates: headReplicates.map(capture),
    baseline: capture(baseline),
    baselineReplicates: baselineReplicates.map(capture),
    choice: { why: pair.why, skipped: pair.skipped },
    window: admitted.window,
    history: admitted.history.map(capture).filter(({ ref }) => ref.instance === node),
    notes: [
      ...notes,
      ...later.map(({ file }) => `${file} is not used: it was measured after the time of --as-of`),
      ...listed
        .filter((other) => !used.has(other))
        .flatMap((other) => other.files.map(({ file }) => `${file} is not used: ${explainUnused(other, pair)}`)),
    ],
  };
}

function explainUnused(unused: Listing, { head, baseline }: Pairing<Listing>): string {
  const { version } = unused;
  const isOfSide = version === head.head.version || version === baseline.head.version;
  if (!isOfSide || unused.namespace !== head.head.namespace) return `it is on neither side (version ${version})`;
  return `it lies outside what counts of version ${version}: another deployment, or beyond the confirmation window`;
}

function withoutRepeated(given: readonly BundleFile[]): { files: readonly BundleFile[]; notes: string[] } {
  const byId = new Map<string, BundleFile>();
  const notes: string[] = [];
  for (const one of given) {
    const first = byId.get(one.id);
    if (first === undefined) byId.set(one.id, one);
    else notes.push(`${one.file} is not used: ${first.file} is the same capture`);
  }
  return { files: [...byId.values()], notes };
}

function pickOne(files: readonly BundleFile[], field: 'workload' | 'env', wanted: string | undefined): string {
  const known = [...new Set(files.map(({ bundle }) => bundle.request[field]))].toSorted();
  const written = known.map((one) => `"${one}"`).join(', ');
  if (wanted !== undefined) {
    if (known.includes(wanted)) return wanted;
    throw new CliError(`No file has ${field} "${wanted}"; the files have ${written}.`);
  }
  const [first] = known;
  if (first === undefined) throw new CliError('No bundle was given.');
  if (known.length === 1) return first;
  throw new CliError(`The files have more than one ${field}: ${written}. Choose one with --${field}.`);
}

function listRequests(files: readonly BundleFile[]): Listing[] {
  const requests = Map.groupBy(files, ({ bundle }) => bundle.request.request_id);
  return [...requests].flatMap(([request_id, ofRequest]) => {
    const byNode = ofRequest.toSorted((a, b) => compareText(a.bundle.instance, b.bundle.instance));
    const [first] = byNode;
    if (first === undefined) return [];
    const { version, kind, requested_at } = first.bundle.request;
    const { namespace } = first.bundle.target;
    return [{ request_id, version, kind, status: 'pushed' as const, requested_at, namespace, files: byNode }];
  });
}

/** When a capture was measured to its end, milliseconds: before, nobody knew it. */
function endOf({ request, window }: Bundle): number {
  return Math.max(Date.parse(request.requested_at), Date.parse(window.start_wall) + window.measured_ns / 1e6);
}

function captureOf({ files }: Listing, node: string | undefined): ChosenCapture {
  const file = files.find(({ bundle }) => bundle.instance === node) ?? files[0];
  if (file === undefined) throw new Error('a listed request has at least one bundle');
  const { request_id, version, requested_at } = file.bundle.request;
  const ref = { request_id, bundle_id: file.id, version, requested_at, instance: file.bundle.instance };
  return { ref, bundle: file.bundle };
}

function describeFiles(listed: readonly Listing[]): string {
  const each = listed.flatMap(({ files, version, kind }) => files.map(({ file }) => `${file} (${version}, ${kind})`));
  return `The files are ${each.join(', ')}.`;
}
