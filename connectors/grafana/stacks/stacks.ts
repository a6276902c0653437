/** Stacks with the backends of each, which is also where addresses, instance ids and uids can be looked up. */
import type { DataOf } from '../../../catalog/index.ts';
import { continueAt, decodeCursor } from '../../../src/connector/cursor.ts';
import type { GrafanaHandlers } from '../client.ts';
import { tellGrafana } from '../instance/dashboards.ts';
import { readsThroughGrafana } from '../instance/reads-through-grafana.ts';
import { requirePlace } from '../require-place.ts';
import { timeOf } from '../times.ts';
import { listInstances } from './client.ts';
import type { Instance } from './schema.ts';

type Stack = DataOf<'dashboards.listStacks'>['stacks'][number];
type StackBackend = Stack['backends'][number];

export const stackOperations: GrafanaHandlers<'dashboards.listStacks'> = {
  'dashboards.listStacks': {
    async run({ limit, cursor }, context) {
      if (readsThroughGrafana(context)) {
        return { data: { stacks: [await tellGrafana(context)] }, complete: true, truncated: false };
      }
      const about = ['dashboards.listStacks', limit];
      const [from] = cursor === undefined ? [] : requirePlace(decodeCursor(about, cursor), /^([1-9]\d{0,5})$/u);
      const { items, page, pages } = await listInstances(context, { number: Number(from ?? 1), size: limit });
      return {
        data: { stacks: items.map(tellStack) },
        complete: true,
        ...(items.length === 0 && {
          because:
            from === undefined
              ? 'The read was allowed and no stack is within the realms of this access policy. Stacks outside of them are omitted without notice.'
              : 'The previous page was the last.',
        }),
        ...continueAt(about, { from, next: page < pages ? String(page + 1) : undefined }),
      };
    },
  },
};

function tellStack(stack: Instance): Stack {
  const version = stack.runningVersion ?? stack.version;
  const createdAt = timeOf(stack.createdAt);
  const updatedAt = timeOf(stack.updatedAt);
  return {
    id: String(stack.id),
    slug: stack.slug,
    name: stack.name,
    url: stack.url,
    state: stack.status,
    ...(isText(stack.description) && { description: stack.description }),
    ...(isText(stack.orgSlug) && { organization: stack.orgSlug }),
    ...(isText(stack.regionSlug) && { region: stack.regionSlug }),
    ...(isText(stack.plan) && { plan: stack.plan }),
    ...(isText(version) && { version }),
    ...(typeof stack.deleteProtection === 'boolean' && { isDeleteProtected: stack.deleteProtection }),
    ...(typeof stack.dashboardCnt === 'number' && { dashboards: Math.round(stack.dashboardCnt) }),
    backends: [
      ...backend('metrics', stack.hmInstancePromId, stack.hmInstancePromUrl, stack.hmInstancePromStatus),
      ...backend('logs', stack.hlInstanceId, stack.hlInstanceUrl, stack.hlInstanceStatus),
      ...backend('traces', stack.htInstanceId, stack.htInstanceUrl, stack.htInstanceStatus),
      ...backend('profiles', stack.hpInstanceId, stack.hpInstanceUrl, stack.hpInstanceStatus),
      ...backend('alerts', stack.amInstanceId, stack.amInstanceUrl, stack.amInstanceStatus),
    ],
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
    labels: Object.fromEntries(Object.entries(stack.labels ?? {}).map(([name, value]) => [name, String(value)])),
  };
}

function backend(
  kind: StackBackend['kind'],
  id: number | null | undefined,
  url: string | null | undefined,
  state: string | null | undefined,
): StackBackend[] {
  if (id === null || id === undefined || id === 0) return [];
  return [{ kind, id: String(id), ...(isText(url) && { url }), ...(isText(state) && { state }) }];
}

function isText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== '';
}
