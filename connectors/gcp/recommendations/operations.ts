/** The operations of recommendations. */
import type { ArgumentsOf, DataOf } from '../../../catalog/index.ts';
import { refineFault } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { ask } from '../ask.ts';
import { type GcpOperations, projectOf } from '../context.ts';
import { decimal, type Money, nanosOf } from '../cost/money.ts';
import { grantRole, unnamed } from '../grants.ts';
import { outcomeOf, readList } from '../paging.ts';
import { lastPart, noneOf, present, seconds, timeOf } from '../wording.ts';
import { type Recommenders, recommendersOf } from './recommenders.ts';
import type { Recommendation } from './schema.ts';

type Arguments = ArgumentsOf<'cost.listRecommendations'>;
type Told = DataOf<'cost.listRecommendations'>['recommendations'][number];

export const recommendationsOperations: GcpOperations<'cost.listRecommendations'> = {
  'cost.listRecommendations': {
    guard(args) {
      locate(args);
    },
    async run(args, context) {
      const { location, recommenders } = locate(args);
      const list = await readList({
        operation: 'cost.listRecommendations',
        args,
        places: recommenders.map(({ id }) => id),
        read: async ({ place, pageToken }) => {
          const answer = await ask(context, 'recommender.projects.locations.recommenders.recommendations.list', {
            path: { project: projectOf(context), location, recommender: place },
            query: { pageSize: String(args.limit), pageToken },
          }).catch((error: unknown) => {
            throw namePermission(error, recommenders.find(({ id }) => id === place)?.permission, projectOf(context));
          });
          return { rows: answer.recommendations, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf(`recommendations for ${args.resourceType} in ${location}`, projectOf(context)),
      });
      return { data: { location, recommendations: list.rows.map(tell), failures: [] }, ...outcomeOf(list) };
    },
  },
};

/** Each recommender has a permission of its own, which the call does not tell. */
function namePermission(error: unknown, grant: string | undefined, project: string): unknown {
  if (!(error instanceof Fault) || !('grant' in error.data) || grant === undefined) return error;
  if (error.data.grant !== unnamed) return error;
  return refineFault(error, 'permission_missing', { grant, layer: 'project' }, grantRole(grant, project));
}

interface Located {
  readonly location: string;
  readonly recommenders: Recommenders['recommenders'];
}

/** @throws Fault `invalid_arguments` for a kind or a place that the vendor has no recommendations for. */
function locate({ resourceType, region, zone }: Arguments): Located {
  const known: Recommenders | undefined = recommendersOf[resourceType];
  if (known === undefined) {
    throw new Fault(
      'invalid_arguments',
      { field: 'resourceType' },
      `Ask for another kind: this provider has no recommendations for ${resourceType}.`,
    );
  }
  const location = placeIn(known.place, region, zone);
  if (location !== undefined) return { location, recommenders: known.recommenders };
  const field = known.place === 'zone' || (known.place === 'zoneOrRegion' && region === undefined) ? 'zone' : 'region';
  throw new Fault('invalid_arguments', { field }, placeWords[known.place]);
}

function placeIn(
  place: Recommenders['place'],
  region: string | undefined,
  zone: string | undefined,
): string | undefined {
  switch (place) {
    case 'zone':
      return region === undefined ? zone : undefined;
    case 'region':
      return zone === undefined ? region : undefined;
    case 'zoneOrRegion':
      return zone ?? region;
    case 'regionOrGlobal':
      return zone === undefined ? (region ?? 'global') : undefined;
    case 'global':
      return zone === undefined && region === undefined ? 'global' : undefined;
  }
}

const placeWords: Readonly<Record<Recommenders['place'], string>> = {
  zone: 'Name one zone, and no region: recommendations of this kind are stored by zone.',
  region: 'Name one region, and no zone: recommendations of this kind are stored by region.',
  zoneOrRegion: 'Name a zone, or a region for what is spread over its zones.',
  regionOrGlobal: 'Name a region, or neither region nor zone for what is in no region.',
  global: 'Leave region and zone out: recommendations of this kind are stored in one place.',
};

const monthSec = 30 * 86_400;

function tell(one: Recommendation): Told {
  const overview = one.content?.overview ?? {};
  const resource = one.targetResources[0] ?? textIn(overview, 'resourceName') ?? textIn(overview, 'resource') ?? '';
  const current = nameIn(overview, 'currentMachineType') ?? nameIn(overview, 'currentMachineSize');
  const proposed = nameIn(overview, 'recommendedMachineType') ?? nameIn(overview, 'recommendedMachineSize');
  return {
    id: one.name,
    resource: resource.replace(/^\/\/[^/]+\//u, ''),
    finding: one.recommenderSubtype ?? 'UNSPECIFIED',
    reasons: [],
    options: [
      {
        proposed: proposed ?? one.description ?? one.recommenderSubtype ?? 'UNSPECIFIED',
        ...present({ monthlySavings: savingsOf(one) }),
      },
    ],
    tags: {},
    ...present({
      name: resource === '' ? undefined : lastPart(resource),
      description: one.description,
      state: one.stateInfo?.state,
      priority: one.priority,
      current,
      refreshedAt: timeOf(one.lastRefreshTime),
    }),
  };
}

/** What the change would cost in its time, negative for a saving; told for 30 days and as a saving. */
function savingsOf({ primaryImpact }: Recommendation): Money | undefined {
  const projection = primaryImpact?.costProjection;
  const currency = projection?.cost?.currencyCode;
  const nanos = projection?.cost === undefined ? undefined : nanosOf(projection.cost);
  const spanSec = Math.round(seconds(projection?.duration) ?? monthSec);
  if (nanos === undefined || currency === undefined || spanSec <= 0) return undefined;
  return { amount: decimal((-nanos * BigInt(monthSec)) / BigInt(spanSec)), currency };
}

function textIn(overview: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = overview[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `{ name: 'e2-medium' }` or the name itself. */
function nameIn(overview: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = overview[name];
  if (typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string') {
    return value.name;
  }
  return textIn(overview, name);
}
