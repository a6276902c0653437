/** The read calls of the Cloud API. */
import type { z } from 'zod';
import { refineFault } from '../../../src/connector/symptom.ts';
import { type GrafanaContext, openDirect } from '../client.ts';
import { attempt } from '../completeness.ts';
import { DashboardsAnswer, Instance, InstancesAnswer } from './schema.ts';

export interface DashboardQuestion {
  readonly stack: string;
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  readonly limit: number;
}

export function listInstances(context: GrafanaContext, page: { readonly number: number; readonly size: number }) {
  return openDirect(context, 'stacks').get(InstancesAnswer, '/api/instances', {
    page: String(page.number),
    pageSize: String(page.size),
    // A stable order, so that pages neither repeat nor miss a stack.
    orderBy: 'id',
    direction: 'asc',
    includeLabels: 'true',
  });
}

export function readInstance(context: GrafanaContext, slug: string): Promise<Instance> {
  return openDirect(context, 'stacks').get(Instance, `/api/instances/${slug}`);
}

/**
 * The Cloud API hands requests on to a Grafana instance for service accounts; that it does so for this search
 * is by analogy and not documented. @throws Fault `feature_disabled` where it does not.
 */
export async function searchDashboards(
  context: GrafanaContext,
  { stack, text, tag, limit }: DashboardQuestion,
): Promise<z.infer<typeof DashboardsAnswer>> {
  const query = { type: 'dash-db', query: text, tag, limit: String(limit) };
  const read = await attempt(() =>
    openDirect(context, 'dashboards').get(DashboardsAnswer, `/api/instances/${stack}/api/search`, query),
  );
  if ('answer' in read) return read.answer;
  const { kind } = read.fault;
  if (kind !== 'wrong_endpoint' && kind !== 'not_found_or_hidden' && kind !== 'upstream_changed') throw read.fault;
  throw refineFault(
    read.fault,
    'feature_disabled',
    { feature: 'search for dashboards with an access policy token' },
    'The vendor documents no path for it, and the path used here does not work for this account. Ask the vendor whether stack-dashboards:read is served for your account, and report the path to Farol. Do not rotate the token, and do not give this Agent a service account token instead.',
  );
}
