/** Database servers: AWS assesses the machine and its storage separately; they are returned as one. */
import type { DBStorageConfiguration, RDSDBRecommendation } from '@aws-sdk/client-compute-optimizer';
import { need } from '../../access/need.ts';
import { askPage, type Reader, toPage } from './read-page.ts';
import { byRank, nameInArn, type Recommendation, toOption, toRecommendation } from './to-recommendation.ts';
import { wordsOfStorage } from './volumes.ts';

export const readDatabases: Reader = async (asked) => {
  const { GetRDSDatabaseRecommendationsCommand } = await import('@aws-sdk/client-compute-optimizer');
  const answer = await askPage(
    asked,
    'compute-optimizer:GetRDSDatabaseRecommendations',
    GetRDSDatabaseRecommendationsCommand,
  );
  return toPage(answer, answer.rdsDBRecommendations, toDatabase);
};

function toDatabase(assessed: RDSDBRecommendation): Recommendation {
  const resource = need(assessed.resourceArn, 'rdsDBRecommendations[].resourceArn');
  const { currentStorageConfiguration: storage, currentInstancePerformanceRisk: currentPerformanceRisk } = assessed;
  return toRecommendation(
    { ...assessed, currentPerformanceRisk },
    {
      resource,
      name: nameInArn(resource),
      finding: findingOf(assessed),
      reasons: [...(assessed.instanceFindingReasonCodes ?? []), ...(assessed.storageFindingReasonCodes ?? [])],
      options: optionsOf(assessed),
      current: [
        ...(assessed.currentDBInstanceClass === undefined ? [] : [assessed.currentDBInstanceClass]),
        ...(storage === undefined ? [] : [wordsOf(storage)]),
      ].join(', '),
    },
  );
}

/** Storage of a cluster belongs to no one server, and is then not assessed with it. */
function findingOf({ instanceFinding, storageFinding }: RDSDBRecommendation): string {
  if (storageFinding === undefined) return need(instanceFinding, 'rdsDBRecommendations[].instanceFinding');
  if (instanceFinding === undefined) return `storage ${storageFinding}`;
  return `instance ${instanceFinding}, storage ${storageFinding}`;
}

/** Two lists of alternatives, each with ranks of its own: first those of the machine, then those of its storage. */
function optionsOf(assessed: RDSDBRecommendation): Recommendation['options'] {
  const machines = (assessed.instanceRecommendationOptions ?? []).map((option) =>
    toOption(
      option,
      need(option.dbInstanceClass, 'rdsDBRecommendations[].instanceRecommendationOptions[].dbInstanceClass'),
    ),
  );
  const storages = (assessed.storageRecommendationOptions ?? []).map((option) =>
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
