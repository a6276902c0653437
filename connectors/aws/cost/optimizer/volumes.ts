/** Volumes of virtual machines. */
import type { VolumeConfiguration, VolumeRecommendation } from '@aws-sdk/client-compute-optimizer';
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

export const readVolumes: Reader = async ({ context, region, limit, nextToken }) => {
  const { ComputeOptimizerClient: Client, GetEBSVolumeRecommendationsCommand } =
    await import('@aws-sdk/client-compute-optimizer');
  const command = new GetEBSVolumeRecommendationsCommand({ maxResults: limit, nextToken });
  const call = 'compute-optimizer:GetEBSVolumeRecommendations';
  const answer = await ask(context, { call, region, Client, command });
  return {
    items: (answer.volumeRecommendations ?? []).map(toVolume),
    next: answer.nextToken,
    errors: (answer.errors ?? []).map(toFailure),
  };
};

/** AWS tells no reasons for volumes. */
function toVolume(told: VolumeRecommendation): Recommendation {
  const resource = need(told.volumeArn, 'volumeRecommendations[].volumeArn');
  const { currentConfiguration: current } = told;
  return {
    id: resource,
    resource,
    name: nameInArn(resource),
    finding: need(told.finding, 'volumeRecommendations[].finding'),
    reasons: [],
    options: byRank(
      (told.volumeRecommendationOptions ?? []).map((option) => toOption(option, wordsOf(option.configuration ?? {}))),
    ),
    tags: toTags(told.tags),
    ...known({
      accountId: told.accountId,
      performanceRisk: told.currentPerformanceRisk,
      current: current === undefined ? undefined : wordsOf(current),
      lookbackSec: lookbackSecOf(told.lookBackPeriodInDays),
      refreshedAt: timeOf(told.lastRefreshTimestamp),
    }),
  };
}

function wordsOf(volume: VolumeConfiguration): string {
  return wordsOfStorage({
    type: volume.volumeType,
    sizeGib: volume.volumeSize,
    iops: volume.volumeBaselineIOPS,
    throughputMib: volume.volumeBaselineThroughput,
  });
}
