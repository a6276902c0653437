/** Virtual machines, and the groups that are made of them. */
import type {
  AutoScalingGroupConfiguration,
  AutoScalingGroupRecommendation,
  InstanceRecommendation,
} from '@aws-sdk/client-compute-optimizer';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import { known, timeOf } from '../../members.ts';
import {
  byRank,
  lookbackSecOf,
  type Reader,
  type Recommendation,
  toFailure,
  toOption,
  toTags,
} from './to-recommendation.ts';

export const readInstances: Reader = async ({ context, region, limit, nextToken }) => {
  const { ComputeOptimizerClient: Client, GetEC2InstanceRecommendationsCommand } =
    await import('@aws-sdk/client-compute-optimizer');
  const command = new GetEC2InstanceRecommendationsCommand({ maxResults: limit, nextToken });
  const call = 'compute-optimizer:GetEC2InstanceRecommendations';
  const answer = await ask(context, { call, region, Client, command });
  return {
    items: (answer.instanceRecommendations ?? []).map(toInstance),
    next: answer.nextToken,
    errors: (answer.errors ?? []).map(toFailure),
  };
};

function toInstance(told: InstanceRecommendation): Recommendation {
  const resource = need(told.instanceArn, 'instanceRecommendations[].instanceArn');
  const options = (told.recommendationOptions ?? []).map((option) =>
    toOption(option, need(option.instanceType, 'instanceRecommendations[].recommendationOptions[].instanceType')),
  );
  return {
    id: resource,
    resource,
    finding: need(told.finding, 'instanceRecommendations[].finding'),
    reasons: [...(told.findingReasonCodes ?? []), ...(told.idle === 'True' ? ['Idle'] : [])],
    options: byRank(options),
    tags: toTags(told.tags),
    ...known({
      name: told.instanceName,
      accountId: told.accountId,
      state: told.instanceState,
      performanceRisk: told.currentPerformanceRisk,
      current: told.currentInstanceType,
      lookbackSec: lookbackSecOf(told.lookBackPeriodInDays),
      refreshedAt: timeOf(told.lastRefreshTimestamp),
    }),
  };
}

export const readGroups: Reader = async ({ context, region, limit, nextToken }) => {
  const { ComputeOptimizerClient: Client, GetAutoScalingGroupRecommendationsCommand } =
    await import('@aws-sdk/client-compute-optimizer');
  const command = new GetAutoScalingGroupRecommendationsCommand({ maxResults: limit, nextToken });
  const call = 'compute-optimizer:GetAutoScalingGroupRecommendations';
  const answer = await ask(context, { call, region, Client, command });
  return {
    items: (answer.autoScalingGroupRecommendations ?? []).map(toGroup),
    next: answer.nextToken,
    errors: (answer.errors ?? []).map(toFailure),
  };
};

/** AWS tells no reasons and no tags of groups. */
function toGroup(told: AutoScalingGroupRecommendation): Recommendation {
  const resource = need(told.autoScalingGroupArn, 'autoScalingGroupRecommendations[].autoScalingGroupArn');
  const { currentConfiguration: current } = told;
  const options = (told.recommendationOptions ?? []).map((option) =>
    toOption(option, wordsOf(option.configuration ?? {})),
  );
  return {
    id: resource,
    resource,
    finding: need(told.finding, 'autoScalingGroupRecommendations[].finding'),
    reasons: [],
    options: byRank(options),
    tags: {},
    ...known({
      name: told.autoScalingGroupName,
      accountId: told.accountId,
      performanceRisk: told.currentPerformanceRisk,
      current: current === undefined ? undefined : wordsOf(current),
      lookbackSec: lookbackSecOf(told.lookBackPeriodInDays),
      refreshedAt: timeOf(told.lastRefreshTimestamp),
    }),
  };
}

/** Such as `2 to 6 of m5.large`. */
function wordsOf({ instanceType, mixedInstanceTypes = [], minSize, maxSize }: AutoScalingGroupConfiguration): string {
  const types =
    mixedInstanceTypes.length > 0 ? mixedInstanceTypes.join(' or ') : need(instanceType, 'configuration.instanceType');
  if (minSize === undefined || maxSize === undefined) return types;
  return `${minSize === maxSize ? minSize : `${minSize} to ${maxSize}`} of ${types}`;
}
