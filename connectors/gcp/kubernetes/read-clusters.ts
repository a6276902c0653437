import type { Cluster } from './schema.ts';
import { ask } from '../ask.ts';
import { type GcpContext, projectOf } from '../context.ts';

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
