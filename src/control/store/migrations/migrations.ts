/** The one ordered list. A released migration is never edited: a change is a new entry at the end. */
import type { Migration } from '../migrate.ts';
import { peopleAndCaptures } from './0001-people-and-captures.ts';
import { instances } from './0002-instances.ts';
import { healthReports } from './0003-health-reports.ts';
import { captureClaims } from './0004-capture-claims.ts';
import { makers } from './0005-makers.ts';
import { clockMark } from './0006a-clock-mark.ts';
import { captureRequester } from './0006b-capture-requester.ts';
import { retention } from './0006c-retention.ts';
import { replicas } from './0007-replicas.ts';
import { controlKeys } from './0008-control-keys.ts';
import { authorities } from './0009-authorities.ts';
import { captureVectors } from './0010-capture-vectors.ts';
import { peopleLastSeen } from './0011-people-last-seen.ts';
import { captureImage } from './0012-capture-image.ts';
import { acts } from './0013-acts.ts';
import { ownCounts } from './0014-own-counts.ts';
import { asking } from './0015-asking.ts';
import { passkeys } from './0016-passkeys.ts';
import { sso } from './0017-sso.ts';
import { audit } from './0018-audit.ts';
import { markers } from './0019-markers.ts';
import { severalOrganizations } from './0020-several-organizations.ts';
import { tokenRotation } from './0021-token-rotation.ts';
import { reportSummaries } from './0022-report-summaries.ts';
import { usedTickets } from './0023-used-tickets.ts';

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
