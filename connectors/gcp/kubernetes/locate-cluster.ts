import { Fault } from '../../../src/core/fault.ts';
import { ask } from '../ask.ts';
import { type GcpContext, projectOf } from '../context.ts';
import type { Cluster } from './schema.ts';

export interface Whereabouts {
  readonly region?: string | undefined;
  readonly zone?: string | undefined;
}

/**
 * Region or zone of a cluster, which its name alone does not say.
 *
 * @throws Fault `not_found_or_hidden` when no cluster has the name, `invalid_arguments` when several have.
 */
export async function locateCluster(context: GcpContext, name: string, { region, zone }: Whereabouts): Promise<string> {
  const given = zone ?? region;
  if (given !== undefined) return given;
  const { rows, notes } = await readClusters(context, '-');
  const places = rows.filter((one) => one.name === name).map(({ location }) => location);
  const [place, ...others] = places;
  if (place === undefined) {
    throw new Fault(
      'not_found_or_hidden',
      { what: `cluster ${name} of ${projectOf(context)}` },
      ['Ask with a name of k8s.listClusters.', ...notes].join(' '),
    );
  }
  if (others.length === 0) return place;
  throw new Fault(
    'invalid_arguments',
    { field: 'region' },
    `Name the region or zone: clusters of this name are in ${places.join(' and ')}.`,
  );
}

/** The vendor gives all clusters at once, and the zones it could not read. */
export async function readClusters(
  context: GcpContext,
  location: string,
): Promise<{ rows: readonly Cluster[]; notes: string[] }> {
  const answer = await ask(context, 'container.projects.locations.clusters.list', {
    path: { project: projectOf(context), location },
  });
  return {
    rows: answer.clusters,
    notes: answer.missingZones.map((zone) => `${zone} did not answer; its clusters may be missing.`),
  };
}
