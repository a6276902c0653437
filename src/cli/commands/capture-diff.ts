/** `farol capture diff`: what changed between two versions, printed or exported. */
import type { Command } from 'commander';
import { addOutputs, outputComparison, type OutputOptions } from '../../../profiler/witness/cli/outputs.ts';
import type { SideBundles } from '../../../profiler/witness/cli/formats.ts';
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import { type CaptureRef, Diff } from '../../../profiler/witness/diff/diff.ts';
import { decodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import type { ControlApi } from '../../control/api/api-client.ts';
import { addComparedVersions, chooseVersions, type NamedVersions } from './compared-versions.ts';
import { run, withApi, withUrl, type WithUrl } from './pipeline-call.ts';

interface DiffOptions extends WithUrl, OutputOptions, NamedVersions {
  readonly env?: string;
}

/** Adds it to `farol capture`, whose settings it inherits. */
export function addCaptureDiff(capture: Command): void {
  const command = addComparedVersions(
    withUrl(capture.command('diff')).description('compare two versions of a workload, or export their CPU stacks'),
  );
  addOutputs(command, 'comparison').action(
    (workload: string, from: string | undefined, to: string | undefined, options: DiffOptions) =>
      run(() => diffVersions({ workload, ...chooseVersions({ from, to }, options, command) }, options)),
  );
}

interface Versions extends NamedVersions {
  readonly workload: string;
}

/** Of the comparison of two versions. */
export function diffPath({ workload, ...rest }: Versions & { readonly env: string | undefined }): string {
  const query = new URLSearchParams({ workload });
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, value);
  return `/api/profiling/diff?${query.toString()}`;
}

function diffVersions(versions: Versions, options: DiffOptions): Promise<number> {
  return withApi(options, 'FAROL_READ_TOKEN', async (api) => {
    const path = diffPath({ ...versions, env: options.env });
    const diff = await api.call({ method: 'GET', path }, Diff);
    await outputComparison({ diff, bundles: () => downloadSides(api, diff) }, options);
    return 0;
  });
}

/** The very captures of the comparison, on the nodes that it took. */
async function downloadSides(api: ControlApi, diff: Diff): Promise<SideBundles> {
  const all = async (refs: readonly CaptureRef[]): Promise<Bundle[]> => {
    const bundles: Bundle[] = [];
    for (const ref of refs) bundles.push(await download(api, ref));
    return bundles;
  };
  return {
    baseline: await all([diff.baseline, ...diff.baseline_replicates]),
    head: await all([diff.head, ...diff.head_replicates]),
  };
}

async function download(api: ControlApi, { request_id, bundle_id, instance }: CaptureRef): Promise<Bundle> {
  const query = new URLSearchParams({ instance });
  const path = `/api/profiling/captures/${encodeURIComponent(request_id)}/bundle?${query.toString()}`;
  const { id, bundle } = decodeBundle(await api.download(path));
  if (id !== bundle_id) throw new Error(`The bundle of capture ${request_id} is not the one that was compared.`);
  return bundle;
}
