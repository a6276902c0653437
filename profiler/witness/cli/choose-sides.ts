/**
 * Which of some bundle files are head, replicates and baseline: their contents say, by the rules of the control plane.
 * The head decides namespace and node; another machine would differ by itself.
 */
import { isPaired, pairCaptures } from '../baseline.ts';
import type { Bundle } from '../bundle.ts';
import type { CaptureRef, Diff } from '../diff.ts';
import { CliError } from './cli-error.ts';
import type { BundleFile } from './read-bundle-file.ts';

export interface Wanted {
  readonly workload?: string | undefined;
  readonly env?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
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
  /** What was not used, each with the reason. */
  readonly notes: readonly string[];
}

/** One request with the bundles of the nodes that pushed. */
interface Listing {
  readonly request_id: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly status: 'pushed';
  readonly requested_at: string;
  readonly files: readonly BundleFile[];
}

/** @throws CliError when the files do not determine one pair of sides. */
export function chooseSides(given: readonly BundleFile[], { workload, env, from, to }: Wanted): ChosenSides {
  const { files, notes } = withoutRepeated(given);
  const one = pickOne(files, 'workload', workload);
  const own = files.filter(({ bundle }) => bundle.request.workload === one);
  const label = pickOne(own, 'env', env);
  const listed = listRequests(own.filter(({ bundle }) => bundle.request.env === label));
  const found = pairCaptures(listed, { from, to });
  // The head decides the namespace.
  const inNamespace = isPaired(found)
    ? listed.filter((other) => namespaceOf(other) === namespaceOf(found.head))
    : listed;
  const pair = pairCaptures(inNamespace, { from, to });
  if (!isPaired(pair)) throw new CliError(`${pair.message} ${describeFiles(listed)}`);
  const { head, headReplicates, baseline, baselineReplicates, why, skipped } = pair;
  const node = head.files[0]?.bundle.instance;
  const capture = (listing: Listing): ChosenCapture => captureOf(listing, node);
  const used = new Set([head, baseline, ...headReplicates, ...baselineReplicates]);
  return {
    workload: one,
    env: label,
    head: capture(head),
    headReplicates: headReplicates.map(capture),
    baseline: capture(baseline),
    baselineReplicates: baselineReplicates.map(capture),
    choice: { why, skipped },
    notes: [
      ...notes,
      ...listed
        .filter((other) => !used.has(other))
        .flatMap(({ files: unused, version }) =>
          unused.map(({ file }) => `${file} is not used: it is on neither side (version ${version})`),
        ),
    ],
  };
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
    const [first] = ofRequest;
    if (first === undefined) return [];
    const { version, kind, requested_at } = first.bundle.request;
    return [{ request_id, version, kind, status: 'pushed' as const, requested_at, files: ofRequest }];
  });
}

function namespaceOf({ files }: Listing): string | undefined {
  return files[0]?.bundle.target.namespace;
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
