/**
 * From the shape of a function's configuration to ours. What may hold a secret never leaves: the values of
 * environment variables, the command line of a container image, and what Lambda says of values it cannot read.
 */
import type { FunctionConfiguration } from '@aws-sdk/client-lambda';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { bytesOfMib, timeOfText } from '../../units.ts';
import { distinct, known } from '../../members.ts';

type Told = DataOf<'compute.getFunction'>['function'];

export function toFunction(one: FunctionConfiguration, region: string): Told {
  const { VpcConfig, Layers = [] } = one;
  return {
    id: need(one.FunctionArn, 'FunctionArn'),
    name: need(one.FunctionName, 'FunctionName'),
    region,
    subnetIds: distinct(VpcConfig?.SubnetIds ?? []),
    securityGroupIds: distinct(VpcConfig?.SecurityGroupIds ?? []),
    layers: distinct(Layers.map(({ Arn }) => Arn)),
    ...stateOf(one),
    ...known({
      description: one.Description,
      version: one.Version,
      runtime: one.Runtime,
      packageType: one.PackageType,
      architecture: one.Architectures?.[0],
      entryPoint: one.Handler,
      codeSizeBytes: one.CodeSize,
      codeSha256: one.CodeSha256,
      memoryBytes: bytesOfMib(one.MemorySize),
      temporaryStorageBytes: bytesOfMib(one.EphemeralStorage?.Size),
      timeoutSec: one.Timeout,
      identity: one.Role,
      environmentVariables: namesOf(one),
      vpcId: VpcConfig?.VpcId,
      deadLetterTarget: one.DeadLetterConfig?.TargetArn,
      tracing: one.TracingConfig?.Mode,
      logDestination: one.LoggingConfig?.LogGroup,
      updatedAt: timeOfText(one.LastModified, 'LastModified'),
    }),
  };
}

function stateOf(
  one: FunctionConfiguration,
): Pick<Told, 'state' | 'stateReason' | 'lastUpdateState' | 'lastUpdateReason'> {
  return known({
    state: one.State,
    stateReason: one.StateReason ?? one.StateReasonCode,
    lastUpdateState: one.LastUpdateStatus,
    lastUpdateReason: one.LastUpdateStatusReason ?? one.LastUpdateStatusReasonCode,
  });
}

/** Undefined when they could not be read; a function without any has none. */
function namesOf({ Environment }: FunctionConfiguration): string[] | undefined {
  if (Environment?.Variables === undefined && Environment?.Error !== undefined) return undefined;
  return Object.keys(Environment?.Variables ?? {}).toSorted();
}

/** Why the answer is incomplete. */
export function unreadOf(one: FunctionConfiguration): string[] {
  if (namesOf(one) !== undefined) return [];
  const code = one.Environment?.Error?.ErrorCode ?? 'no code';
  return [
    `Environment variables of ${one.FunctionName} could not be read (${code}): they are encrypted with a key that this identity may not use (kms:Decrypt).`,
  ];
}
