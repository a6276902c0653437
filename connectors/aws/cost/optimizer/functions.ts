/**
 * Functions. Compute Optimizer reads some of their settings with the caller's own rights, one of which
 * the served policy leaves out (https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscomputeoptimizer.html,
 * dependent actions): then this kind alone is denied, and the denial says so.
 */
import type { LambdaFunctionRecommendation } from '@aws-sdk/client-compute-optimizer';
import { refineFault } from '../../../../src/connector/symptom.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { need } from '../../access/need.ts';
import { askPage, type Reader, toPage } from './read-page.ts';
import { byRank, nameInArn, type Recommendation, toOption, toRecommendation } from './to-recommendation.ts';

const call = 'compute-optimizer:GetLambdaFunctionRecommendations';
const dependent = 'lambda:ListProvisionedConcurrencyConfigs';

export const readFunctions: Reader = async (asked) => {
  const { GetLambdaFunctionRecommendationsCommand } = await import('@aws-sdk/client-compute-optimizer');
  try {
    const answer = await askPage(asked, call, GetLambdaFunctionRecommendationsCommand);
    return toPage(answer, answer.lambdaFunctionRecommendations, toFunction);
  } catch (error) {
    throw error instanceof Fault && isDenial(error) ? nameDependent(error) : error;
  }
};

function isDenial(fault: Fault): fault is Fault<'permission_missing'> {
  return fault.kind === 'permission_missing';
}

/** A denial that names no action may be of the call itself or of what it depends on; the policy has only the former. */
function nameDependent(fault: Fault<'permission_missing'>): Fault {
  const { grant, layer } = fault.data;
  if (grant === call && layer !== 'unknown') return fault;
  const missing = grant === call ? dependent : grant;
  const first = grant === call ? `Add ${dependent} to the policy of this identity.` : fault.remedy;
  return refineFault(
    fault,
    'permission_missing',
    { grant: missing, layer },
    `${first} Recommendations for functions need ${missing} beside ${call}, and the served policy leaves ${dependent} out; those for every other kind work without it, so leave it out if you do not need functions.`,
  );
}

function toFunction(assessed: LambdaFunctionRecommendation): Recommendation {
  const path = 'lambdaFunctionRecommendations[]';
  const resource = need(assessed.functionArn, `${path}.functionArn`);
  const options = (assessed.memorySizeRecommendationOptions ?? []).map((option) =>
    toOption(option, megabytes(need(option.memorySize, `${path}.memorySizeRecommendationOptions[].memorySize`))),
  );
  return toRecommendation(assessed, {
    resource,
    name: nameOf(resource),
    finding: need(assessed.finding, `${path}.finding`),
    reasons: assessed.findingReasonCodes,
    options: byRank(options),
    current: assessed.currentMemorySize === undefined ? undefined : megabytes(assessed.currentMemorySize),
  });
}

/** The ARN of a function may end with its version: `function:checkout:$LATEST`. */
function nameOf(arn: string): string {
  return /:function:([^:]+)/u.exec(arn)?.[1] ?? nameInArn(arn);
}

function megabytes(size: number): string {
  return `${size} MB of memory`;
}
