/** From the shape of `ListEventSourceMappings` to ours. How a mapping signs in to its source is left out. */
import type { EventSourceMappingConfiguration } from '@aws-sdk/client-lambda';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, timeOf } from '../../members.ts';

export function toEventSourceMapping(
  one: EventSourceMappingConfiguration,
): DataOf<'compute.listEventSourceMappings'>['mappings'][number] {
  return {
    id: need(one.UUID, 'EventSourceMappings[].UUID'),
    function: need(one.FunctionArn, 'EventSourceMappings[].FunctionArn'),
    topics: distinct(one.Topics ?? []),
    queues: distinct(one.Queues ?? []),
    state: need(one.State, 'EventSourceMappings[].State'),
    reportsFailedItems: one.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    eventFilters: distinct((one.FilterCriteria?.Filters ?? []).map(({ Pattern }) => Pattern)),
    ...known({
      source: one.EventSourceArn,
      brokers: brokersOf(one),
      stateReason: one.StateTransitionReason,
      lastResult: one.LastProcessingResult,
      startingPosition: one.StartingPosition,
      batchSize: one.BatchSize,
      batchWindowSec: one.MaximumBatchingWindowInSeconds,
      batchesPerShard: one.ParallelizationFactor,
      maxConcurrency: one.ScalingConfig?.MaximumConcurrency,
      maxRetries: one.MaximumRetryAttempts,
      maxRecordAgeSec: one.MaximumRecordAgeInSeconds,
      splitsBatchOnError: one.BisectBatchOnFunctionError,
      failureDestination: one.DestinationConfig?.OnFailure?.Destination,
      updatedAt: timeOf(one.LastModified),
    }),
  };
}

function brokersOf({ SelfManagedEventSource }: EventSourceMappingConfiguration): string[] | undefined {
  const { Endpoints } = SelfManagedEventSource ?? {};
  return Endpoints === undefined ? undefined : distinct(Object.values(Endpoints).flat());
}

/** Why the answer is incomplete. */
export function unreadOf({ UUID, FilterCriteriaError }: EventSourceMappingConfiguration): string[] {
  if (FilterCriteriaError === undefined) return [];
  return [
    `Event filters of ${UUID} could not be read (${FilterCriteriaError.ErrorCode ?? 'no code'}): they are encrypted with a key that this identity may not use (kms:Decrypt).`,
  ];
}
