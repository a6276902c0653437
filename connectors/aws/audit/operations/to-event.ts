/**
 * From an event of the trail to who did what. The event itself is a text of JSON, of which only the
 * parts below are parsed: request parameters and responses may hold secrets and are never read.
 * Its members: https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference-record-contents.html
 */
import type { Event } from '@aws-sdk/client-cloudtrail';
import { z } from 'zod';
import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { need } from '../../access/need.ts';
import { known, timeOf } from '../../members.ts';

type AuditEvent = DataOf<'audit.lookupEvents'>['events'][number];

const text = z.string().nullish();

const Identity = z.looseObject({
  type: text,
  arn: text,
  principalId: text,
  accountId: text,
  invokedBy: text,
  sessionContext: z
    .looseObject({
      sessionIssuer: z.looseObject({ arn: text }).nullish(),
      attributes: z.looseObject({ mfaAuthenticated: text }).nullish(),
    })
    .nullish(),
});

const TrailRecord = z.looseObject({
  awsRegion: text,
  sourceIPAddress: text,
  userAgent: text,
  errorCode: text,
  errorMessage: text,
  userIdentity: Identity.nullish(),
});
type TrailRecord = z.infer<typeof TrailRecord>;

/** @throws Fault `upstream_changed` for a record in another shape. */
export function toEvent(event: Event): AuditEvent {
  const record = parseRecord(event.CloudTrailEvent);
  return {
    id: need(event.EventId, 'Events[].EventId'),
    time: need(timeOf(event.EventTime), 'Events[].EventTime'),
    name: need(event.EventName, 'Events[].EventName'),
    ...known({ source: event.EventSource }),
    ...known({
      region: record.awsRegion ?? undefined,
      isReadOnly: event.ReadOnly === undefined ? undefined : event.ReadOnly === 'true',
      username: event.Username,
      identity: toIdentity(record.userIdentity ?? undefined),
      accessKeyId: event.AccessKeyId,
      sourceAddress: record.sourceIPAddress ?? undefined,
      userAgent: record.userAgent ?? undefined,
      errorCode: record.errorCode ?? undefined,
      errorMessage: record.errorMessage ?? undefined,
    }),
    resources: (event.Resources ?? []).flatMap(({ ResourceType, ResourceName }) =>
      ResourceName === undefined ? [] : [{ name: ResourceName, ...known({ type: ResourceType }) }],
    ),
  };
}

function parseRecord(json: string | undefined): TrailRecord {
  if (json === undefined) return {};
  const record = TrailRecord.safeParse(parseOrUndefined(json));
  if (record.success) return record.data;
  const path = ['Events[].CloudTrailEvent', ...(record.error.issues[0]?.path ?? [])].join('.');
  throw new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: CloudTrail returned events in an unknown shape.',
  );
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function toIdentity(identity: TrailRecord['userIdentity']): AuditEvent['identity'] {
  if (identity === undefined || identity === null) return undefined;
  const { type, arn, principalId, invokedBy, accountId, sessionContext } = identity;
  const isMultiFactor = sessionContext?.attributes?.mfaAuthenticated;
  return {
    kind: type ?? 'unknown',
    ...known({
      principal: arn ?? principalId ?? invokedBy ?? undefined,
      accountId: accountId ?? undefined,
      role: sessionContext?.sessionIssuer?.arn ?? undefined,
      isMultiFactor: isMultiFactor === undefined || isMultiFactor === null ? undefined : isMultiFactor === 'true',
    }),
  };
}
