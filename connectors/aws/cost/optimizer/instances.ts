/** Virtual machines, and the groups that are made of them. */
import type {
  AutoScalingGroupConfiguration,
  AutoScalingGroupRecommendation,
  InstanceRecommendation,
} from '@aws-sdk/client-compute-optimizer';
import { need } from '../../access/need.ts';
import { askPage, type Reader, toPage } from './read-page.ts';
import { byRank, type Recommendation, toOption, toRecommendation } from './to-recommendation.ts';

export const readInstances: Reader = async (asked) => {
  const { GetEC2InstanceRecommendationsCommand } = await import('@aws-sdk/client-compute-optimizer');
  const answer = await askPage(
    asked,
    'compute-optimizer:GetEC2InstanceRecommendations',
    GetEC2InstanceRecommendationsCommand,
  );
  return toPage(answer, answer.instanceRecommendations, toInstance);
};

function toInstance(told: InstanceRecommendation): Recommendation {
  const options = (told.recommendationOptions ?? []).map((option) =>
    toOption(option, need(option.instanceType, 'instanceRecommendations[].recommendationOptions[].instanceType')),
  );
  return toRecommendation(told, {
    resource: need(told.instanceArn, 'instanceRecommendations[].instanceArn'),
    name: told.instanceName,
    finding: need(told.finding, 'instanceRecommendations[].finding'),
    reasons: told.findingReasonCodes,
    options: byRank(options),
    state: told.instanceState,
    current: told.currentInstanceType,
  });
}

export const readGroups: Reader = async (asked) => {
  const { GetAutoScalingGroupRecommendationsCommand } = await import('@aws-sdk/client-compute-optimizer');
  const answer = await askPage(
    asked,
    'compute-optimizer:GetAutoScalingGroupRecommendations',
    GetAutoScalingGroupRecommendationsCommand,
  );
  return toPage(answer, answer.autoScalingGroupRecommendations, toGroup);
};

/** AWS gives no reasons and no tags of groups. */
function toGroup(told: AutoScalingGroupRecommendation): Recommendation {
  const { currentConfiguration: current, recommendationOptions: options = [] } = told;
  return toRecommendation(told, {
    resource: need(told.autoScalingGroupArn, 'autoScalingGroupRecommendations[].autoScalingGroupArn'),
    name: told.autoScalingGroupName,
    finding: need(told.finding, 'autoScalingGroupRecommendations[].finding'),
    options: byRank(options.map((option) => toOption(option, wordsOf(option.configuration ?? {})))),
    current: current === undefined ? undefined : wordsOf(current),
  });
}

/** Such as `2 to 6 of m5.large`. */
function wordsOf({ instanceType, mixedInstanceTypes = [], minSize, maxSize }: AutoScalingGroupConfiguration): string {
  const types =
    mixedInstanceTypes.length > 0 ? mixedInstanceTypes.join(' or ') : need(instanceType, 'configuration.instanceType');
  if (minSize === undefined || maxSize === undefined) return types;
  return `${minSize === maxSize ? minSize : `${minSize} to ${maxSize}`} of ${types}`;
}
