/** What the deployment says of itself: nothing about the question or the user. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { fieldIn, sent } from './error-document.ts';

export const stateSymptoms: readonly Symptom[] = [
  symptom({
    id: 'rate_limited',
    seen: '462 IngressRequestRateLimitExceeded',
    when: { status: [462] },
    kind: 'rate_limited',
    data: (seen) => ({ retryAfterSec: backoffSecIn(seen) }),
    remedy: 'Wait as long as it says before you retry: the database is rejecting requests.',
    example: {
      status: 462,
      body: JSON.stringify({
        ok: 0,
        code: 462,
        codeName: 'IngressRequestRateLimitExceeded',
        errmsg: 'Request rejected due to rate limiting',
        baseBackoffMS: 17_000,
      }),
    },
  }),
  symptom({
    id: 'no_member_reads',
    seen: '10107, 13435, 13436, 133: not primary, or recovering',
    when: { status: [133, 189, 10_058, 10_107, 13_435, 13_436] },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'Retry in a minute: the member is not the primary, or is recovering. If this continues, check the state of the replica set, and remove directConnection or readPreference=primary from MONGO_URI.',
    example: sent(13_436, 'NotPrimaryOrSecondary', 'node is recovering'),
  }),
  symptom({
    id: 'shutting_down',
    seen: '91, 11600, 11602: shutting down or stepping down',
    when: { status: [91, 11_600, 11_602] },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy: 'Retry in a minute: the member is shutting down or stepping down.',
    example: sent(11_600, 'InterruptedAtShutdown', 'interrupted at shutdown'),
  }),
  symptom({
    id: 'members_apart',
    seen: '6, 7, 89, 9001: a member or shard cannot reach another',
    when: { status: [6, 7, 89, 9001] },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy: 'Check the deployment itself: the member cannot reach the shard or member that it needs.',
    example: sent(6, 'HostUnreachable', 'Could not find host matching read preference for set shard0'),
  }),
  symptom({
    id: 'upstream_error',
    seen: 'any other number',
    when: { status: (status) => status > 0 },
    kind: 'upstream_down',
    data: ({ response }) => ({ status: response.status }),
    remedy:
      'Look up the number in the list of error codes of the database and check its log; the configuration is not the cause.',
    example: sent(1, 'InternalError', 'internal error'),
  }),
];

/** The database says how long to wait only where it is set to; a few seconds otherwise. */
function backoffSecIn({ response }: Seen): number {
  const ms = fieldIn(response.body, 'baseBackoffMS');
  return typeof ms === 'number' && ms > 0 ? Math.ceil(ms / 1000) : 5;
}
