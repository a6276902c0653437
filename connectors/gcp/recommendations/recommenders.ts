/** Which recommenders speak for which kind of resource, and where each keeps what it says. */
import type { ArgumentsOf } from '../../../catalog/index.ts';

export type ResourceType = ArgumentsOf<'cost.listRecommendations'>['resourceType'];

export interface Recommender {
  /** https://cloud.google.com/recommender/docs/recommenders */
  readonly id: string;
  readonly permission: string;
}

export interface Recommenders {
  readonly recommenders: readonly Recommender[];
  /** Where they are asked: in a zone, a region, either of them, a region or nowhere in particular, or only there. */
  readonly place: 'zone' | 'region' | 'zoneOrRegion' | 'regionOrGlobal' | 'global';
}

/** Undefined for a kind that no recommender speaks for. */
export const recommendersOf = {
  instance: {
    place: 'zone',
    recommenders: [
      {
        id: 'google.compute.instance.MachineTypeRecommender',
        permission: 'recommender.computeInstanceMachineTypeRecommendations.list',
      },
      {
        id: 'google.compute.instance.IdleResourceRecommender',
        permission: 'recommender.computeInstanceIdleResourceRecommendations.list',
      },
    ],
  },
  autoScalingGroup: {
    place: 'zoneOrRegion',
    recommenders: [
      {
        id: 'google.compute.instanceGroupManager.MachineTypeRecommender',
        permission: 'recommender.computeInstanceGroupManagerMachineTypeRecommendations.list',
      },
    ],
  },
  volume: {
    place: 'zoneOrRegion',
    recommenders: [
      {
        id: 'google.compute.disk.IdleResourceRecommender',
        permission: 'recommender.computeDiskIdleResourceRecommendations.list',
      },
    ],
  },
  address: {
    place: 'regionOrGlobal',
    recommenders: [
      {
        id: 'google.compute.address.IdleResourceRecommender',
        permission: 'recommender.computeAddressIdleResourceRecommendations.list',
      },
    ],
  },
  image: {
    place: 'global',
    recommenders: [
      {
        id: 'google.compute.image.IdleResourceRecommender',
        permission: 'recommender.computeImageIdleResourceRecommendations.list',
      },
    ],
  },
  database: {
    place: 'region',
    recommenders: [
      {
        id: 'google.cloudsql.instance.IdleRecommender',
        permission: 'recommender.cloudsqlIdleInstanceRecommendations.list',
      },
      {
        id: 'google.cloudsql.instance.OverprovisionedRecommender',
        permission: 'recommender.cloudsqlOverprovisionedInstanceRecommendations.list',
      },
    ],
  },
  serverlessService: {
    place: 'region',
    recommenders: [
      { id: 'google.run.service.CostRecommender', permission: 'recommender.runServiceCostRecommendations.list' },
    ],
  },
  function: undefined,
} as const satisfies Readonly<Record<ResourceType, Recommenders | undefined>>;
