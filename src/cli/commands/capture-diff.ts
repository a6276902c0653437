/** `farol capture diff`: what changed between two versions, printed or exported. */
import type { OutputOptions } from '../../../profiler/witness/cli/output-options.ts';
import { outputComparison } from '../../../profiler/witness/cli/outputs.ts';
import type { SideBundles } from '../../../profiler/witness/cli/formats.ts';
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import { type CaptureRef, Diff } from '../../../profiler/witness/diff/diff.ts';
import { decodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import type { ControlApi } from '../../control/api/api-client.ts';
import type { NamedVersions } from '../tree/compared-versions.ts';
import { run, withApi, type WithUrl } from './pipeline-call.ts';

export interface DiffCall extends NamedVersions {
  readonly workload: string;
  readonly options: WithUrl & OutputOptions & NamedVersions & { readonly env?: string };
}

export function diffCaptures({ options, ...versions }: DiffCall): Promise<void> {
  return run(() => diffVersions(versions, options));
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

function diffVersions(versions: Versions, options: DiffCall['options']): Promise<number> {
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
