/** Errors of Athena and CloudTrail Lake whose codes mean something else in other services. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { resultsGrant } from './athena-failure.ts';

const any4xx = (status: number): boolean => status >= 400 && status < 500;

export const auditSymptoms: readonly Symptom[] = [
  symptom({
    id: 'athena_no_output',
    seen: 'Athena has no output location for the results of a query',
    when: { status: any4xx, body: /^InvalidRequestException: .*\bno output location\b/isu },
    kind: 'not_configured',
    data: { variable: 'AWS_ATHENA_OUTPUT' },
    remedy: 'Set AWS_ATHENA_OUTPUT to an S3 location for results, or AWS_ATHENA_WORKGROUP to a workgroup that has one.',
    example: {
      status: 400,
      body: 'InvalidRequestException: No output location provided. An output location is required either through the Workgroup result configuration setting or as an API input.',
    },
  }),
  symptom({
    id: 'athena_output_denied',
    seen: 'Athena cannot verify or create the bucket for its results',
    when: {
      status: any4xx,
      body: /^InvalidRequestException: .*\b(?:verify|create|access)\b.*\boutput (?:bucket|location)\b/isu,
    },
    kind: 'permission_missing',
    data: { grant: resultsGrant, layer: 'results bucket' },
    remedy: `Grant ${resultsGrant} on the bucket that results are written to (AWS_ATHENA_OUTPUT, or the workgroup's own), and check that it exists in this region. The read-only policy leaves it out on purpose. Do not rotate the credential.`,
    example: {
      status: 400,
      body: 'InvalidRequestException: Unable to verify/create output bucket example-athena-results',
    },
  }),
  symptom({
    id: 'athena_workgroup',
    seen: 'Athena knows no such workgroup',
    when: { status: any4xx, body: /^InvalidRequestException: .*\bworkgroup\b.*\bnot found\b/isu },
    kind: 'not_found_or_hidden',
    data: { what: 'workgroup' },
    remedy: 'Name a workgroup of this account and region, or correct AWS_ATHENA_WORKGROUP.',
    example: { status: 400, body: 'InvalidRequestException: WorkGroup absent is not found.' },
  }),
  symptom({
    id: 'lake_key_denied',
    seen: '`InsufficientEncryptionPolicyException`',
    when: { status: any4xx, body: /^InsufficientEncryptionPolicyException\b/u },
    kind: 'permission_missing',
    data: { grant: 'kms:Decrypt, kms:GenerateDataKey', layer: 'encryption key' },
    remedy:
      'The event data store is encrypted with a key of yours: let the identity use kms:Decrypt and kms:GenerateDataKey in the policy of that key. Do not rotate the credential.',
    example: {
      status: 400,
      body: 'InsufficientEncryptionPolicyException: The policy for the KMS key does not have sufficient permissions.',
    },
  }),
  symptom({
    id: 'lake_busy',
    seen: '`MaxConcurrentQueriesException`',
    when: { status: any4xx, body: /^MaxConcurrentQueriesException\b/u },
    kind: 'rate_limited',
    data: { retryAfterSec: 30 },
    remedy: 'CloudTrail Lake runs at most ten queries of an account at once: wait until one has finished.',
    example: { status: 400, body: 'MaxConcurrentQueriesException: You are already running the maximum of queries.' },
  }),
  symptom({
    id: 'lake_inactive',
    seen: '`InactiveEventDataStoreException`',
    when: { status: any4xx, body: /^InactiveEventDataStoreException\b/u },
    kind: 'feature_disabled',
    data: { feature: 'event data store' },
    remedy: 'Name a store that is in use: this one is pending deletion (see audit.listEventDataStores).',
    example: { status: 400, body: 'InactiveEventDataStoreException: The event data store is inactive.' },
  }),
  symptom({
    id: 'trail_not_permitted',
    seen: '`OperationNotPermittedException`, `NoManagementAccountSLRExistsException`',
    when: { status: any4xx, body: /^(?:OperationNotPermittedException|NoManagementAccountSLRExistsException)\b/u },
    kind: 'feature_disabled',
    data: { feature: 'CloudTrail of the organization' },
    remedy:
      'Ask in the management account, or let it set CloudTrail up as a trusted service: this account may not read what belongs to the organization. No permission of this identity is missing.',
    example: { status: 400, body: 'OperationNotPermittedException: The requested operation is not permitted.' },
  }),
  symptom({
    id: 'lake_store_unknown',
    seen: '`EventDataStoreARNInvalidException`',
    when: { status: any4xx, body: /^EventDataStoreARNInvalidException\b/u },
    kind: 'not_found_or_hidden',
    data: ({ path }: Seen) => ({ what: `event data store (${path})` }),
    remedy: 'After FROM, name the id of a store in this region, as audit.listEventDataStores returns it.',
    example: { status: 400, body: 'EventDataStoreARNInvalidException: The event data store ARN is not valid.' },
  }),
];
