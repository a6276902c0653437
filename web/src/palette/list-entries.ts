/** What the lists of the control plane hold, as entries of the search. Pure. */
import type { CapturedVersions, CaptureList, CatalogList, InstanceList } from '../../../src/control/api/api.ts';
import { captureHref, logHref, releaseHref } from '../browser/addresses.ts';
import type { Entry } from './rank-entries.ts';

/** Earlier ones are reached from a later one. */
const releasesOfEach = 3;

/** One for each process and environment: its requests and outcomes. */
export function listWorkloads({ targets }: CapturedVersions): Entry[] {
  return targets.map(({ workload, env, versions }) => ({
    kind: 'workload',
    href: logHref({ workload, env }),
    label: workload,
    detail: [env, ...versions.slice(0, 3).map(({ version }) => version)].filter(Boolean).join(' · '),
  }));
}

/** Of the versions that can be compared, the newest of each process first. */
export function listReleases({ targets }: CapturedVersions): Entry[] {
  return targets.flatMap(({ workload, env, versions }) =>
    versions
      .filter(({ head }) => head !== undefined)
      .slice(0, releasesOfEach)
      .map(({ version }) => ({
        kind: 'release' as const,
        href: releaseHref(workload, env, version),
        label: `${workload} ${version}`,
        // Beside captures of the same name, so that the word finds it.
        detail: ['release', env].filter(Boolean).join(' · '),
      })),
  );
}

/** `describe`: what is said of each beside its name. */
export function listCaptures(
  { captures }: Pick<CaptureList, 'captures'>,
  describe: (capture: CaptureList['captures'][number]) => string,
): Entry[] {
  return captures.map((one) => ({
    kind: 'capture',
    href: captureHref(one.request_id),
    label: `${one.workload} ${one.version}`,
    detail: describe(one),
  }));
}

export function listOperations(
  { operations }: Pick<CatalogList, 'operations'>,
  hrefOfOperation: (name: string) => string,
  translate: (summary: string) => string,
): Entry[] {
  return operations.map(({ name, summary }) => ({
    kind: 'operation',
    href: hrefOfOperation(name),
    label: name,
    detail: translate(summary),
  }));
}

export function listInstances(
  { instances }: Pick<InstanceList, 'instances'>,
  hrefOfInstance: (instance: string) => string,
): Entry[] {
  return instances.map(({ instance, class: of, version }) => ({
    kind: 'instance',
    href: hrefOfInstance(instance),
    label: instance,
    detail: [of, version].filter(Boolean).join(' · '),
  }));
}
