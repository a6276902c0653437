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

function toInstance(assessed: InstanceRecommendation): Recommendation {
  const options = (assessed.recommendationOptions ?? []).map((option) =>
    toOption(option, need(option.instanceType, 'instanceRecommendations[].recommendationOptions[].instanceType')),
  );
  return toRecommendation(assessed, {
    resource: need(assessed.instanceArn, 'instanceRecommendations[].instanceArn'),
    name: assessed.instanceName,
    finding: need(assessed.finding, 'instanceRecommendations[].finding'),
    reasons: assessed.findingReasonCodes,
    options: byRank(options),
    state: assessed.instanceState,
    current: assessed.currentInstanceType,
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
function toGroup(assessed: AutoScalingGroupRecommendation): Recommendation {
  const { currentConfiguration: current, recommendationOptions: options = [] } = assessed;
  return toRecommendation(assessed, {
    resource: need(assessed.autoScalingGroupArn, 'autoScalingGroupRecommendations[].autoScalingGroupArn'),
    name: assessed.autoScalingGroupName,
    finding: need(assessed.finding, 'autoScalingGroupRecommendations[].finding'),
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
