/** The one ordered list. A released migration is never edited: a change is a new entry at the end. */
import type { Migration } from './migrations/migration.ts';
import { peopleAndCaptures } from './migrations/0001-people-and-captures.ts';
import { instances } from './migrations/0002-instances.ts';
import { healthReports } from './migrations/0003-health-reports.ts';
import { captureClaims } from './migrations/0004-capture-claims.ts';
import { makers } from './migrations/0005-makers.ts';
import { clockMark } from './migrations/0006a-clock-mark.ts';
import { captureRequester } from './migrations/0006b-capture-requester.ts';
import { retention } from './migrations/0006c-retention.ts';
import { replicas } from './migrations/0007-replicas.ts';
import { controlKeys } from './migrations/0008-control-keys.ts';
import { authorities } from './migrations/0009-authorities.ts';
import { captureVectors } from './migrations/0010-capture-vectors.ts';
import { peopleLastSeen } from './migrations/0011-people-last-seen.ts';
import { captureImage } from './migrations/0012-capture-image.ts';
import { acts } from './migrations/0013-acts.ts';
import { ownCounts } from './migrations/0014-own-counts.ts';
import { asking } from './migrations/0015-asking.ts';
import { passkeys } from './migrations/0016-passkeys.ts';
import { sso } from './migrations/0017-sso.ts';
import { audit } from './migrations/0018-audit.ts';
import { markers } from './migrations/0019-markers.ts';
import { severalOrganizations } from './migrations/0020-several-organizations.ts';
import { tokenRotation } from './migrations/0021-token-rotation.ts';
import { reportSummaries } from './migrations/0022-report-summaries.ts';
import { usedTickets } from './migrations/0023-used-tickets.ts';

export const migrations: readonly Migration[] = [
  peopleAndCaptures,
  instances,
  healthReports,
  captureClaims,
  makers,
  clockMark,
  captureRequester,
  retention,
  replicas,
  controlKeys,
  authorities,
  captureVectors,
  peopleLastSeen,
  captureImage,
  acts,
  ownCounts,
  asking,
  passkeys,
  sso,
  audit,
  markers,
  severalOrganizations,
  tokenRotation,
  reportSummaries,
  usedTickets,
];
