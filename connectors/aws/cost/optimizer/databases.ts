/** Database servers: the machine and its storage are assessed apart, and told as one. */
import type { DBStorageConfiguration, RDSDBRecommendation } from '@aws-sdk/client-compute-optimizer';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import { known, timeOf } from '../../members.ts';
import {
  byRank,
  lookbackSecOf,
  nameInArn,
  type Reader,
  type Recommendation,
  toFailure,
  toOption,
  toTags,
} from './to-recommendation.ts';
import { wordsOfStorage } from './words-of-storage.ts';

export const readDatabases: Reader = async ({ context, region, limit, nextToken }) => {
  const { ComputeOptimizerClient: Client, GetRDSDatabaseRecommendationsCommand } =
    await import('@aws-sdk/client-compute-optimizer');
  const command = new GetRDSDatabaseRecommendationsCommand({ maxResults: limit, nextToken });
  const call = 'compute-optimizer:GetRDSDatabaseRecommendations';
  const answer = await ask(context, { call, region, Client, command });
  return {
    items: (answer.rdsDBRecommendations ?? []).map(toDatabase),
    next: answer.nextToken,
    errors: (answer.errors ?? []).map(toFailure),
  };
};

function toDatabase(told: RDSDBRecommendation): Recommendation {
  const resource = need(told.resourceArn, 'rdsDBRecommendations[].resourceArn');
  const { currentStorageConfiguration: storage } = told;
  return {
    id: resource,
    resource,
    name: nameInArn(resource),
    finding: findingOf(told),
    reasons: [
      ...(told.instanceFindingReasonCodes ?? []),
      ...(told.storageFindingReasonCodes ?? []),
      ...(told.idle === 'True' ? ['Idle'] : []),
    ],
    options: optionsOf(told),
    tags: toTags(told.tags),
    ...known({
      accountId: told.accountId,
      performanceRisk: told.currentInstancePerformanceRisk,
      current: [
        ...(told.currentDBInstanceClass === undefined ? [] : [told.currentDBInstanceClass]),
        ...(storage === undefined ? [] : [wordsOf(storage)]),
      ].join(', '),
      lookbackSec: lookbackSecOf(told.lookbackPeriodInDays),
      refreshedAt: timeOf(told.lastRefreshTimestamp),
    }),
  };
}

/** Storage of a cluster belongs to no one server, and is then not assessed with it. */
function findingOf({ instanceFinding, storageFinding }: RDSDBRecommendation): string {
  if (storageFinding === undefined) return need(instanceFinding, 'rdsDBRecommendations[].instanceFinding');
  if (instanceFinding === undefined) return `storage ${storageFinding}`;
  return `instance ${instanceFinding}, storage ${storageFinding}`;
}

/** Two lists of alternatives, each with ranks of its own: first those of the machine, then those of its storage. */
function optionsOf(told: RDSDBRecommendation): Recommendation['options'] {
  const machines = (told.instanceRecommendationOptions ?? []).map((option) =>
    toOption(
      option,
      need(option.dbInstanceClass, 'rdsDBRecommendations[].instanceRecommendationOptions[].dbInstanceClass'),
    ),
  );
  const storages = (told.storageRecommendationOptions ?? []).map((option) =>
    toOption(option, wordsOf(option.storageConfiguration ?? {})),
  );
  return [...byRank(machines), ...byRank(storages)];
}

function wordsOf(storage: DBStorageConfiguration): string {
  return wordsOfStorage({
    type: storage.storageType,
    sizeGib: storage.allocatedStorage,
    iops: storage.iops,
    throughputMib: storage.storageThroughput,
  });
}
