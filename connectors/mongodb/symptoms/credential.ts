/** Who is refused before anything is read. */
import { type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { sent } from './error-document.ts';

export const credentialSymptoms: readonly Symptom[] = [
  symptom({
    id: 'no_credential',
    seen: '13 Unauthorized with `requires authentication`',
    when: { status: 13, body: /requires authentication|not authenticated|no users authenticated/iu },
    kind: 'credential_rejected',
    data: { kind: 'user and password', reason: 'missing' },
    remedy:
      'Put the user name and password into MONGO_URI: the database requires authentication, and MONGO_URI carries none.',
    example: sent(13, 'Unauthorized', 'Command find requires authentication'),
  }),
  symptom({
    id: 'atlas_bad_auth',
    seen: '8000 of Atlas with `bad auth`',
    when: { status: 8000, body: /bad auth|authentication failed/iu },
    kind: 'credential_rejected',
    data: { kind: 'user and password', reason: 'rejected' },
    remedy:
      'In Atlas, check Database Access: the user must be a database user of this project (not the account you sign in with), with this cluster among its resources. Then compare the password in MONGO_URI, which must be percent-encoded; set a new one only if it is lost.',
    example: sent(8000, 'AtlasError', 'bad auth : authentication failed'),
  }),
  symptom({
    id: 'sign_in_refused',
    seen: '18 AuthenticationFailed',
    when: { status: 18 },
    kind: 'credential_rejected',
    data: { kind: 'user and password', reason: 'rejected' },
    remedy:
      'Compare user name and password in MONGO_URI (percent-encoded) and authSource, the database in which the user was created: the database does not say which of them is wrong. Usually authSource is admin.',
    probe: 'auth_source',
    example: sent(18, 'AuthenticationFailed', 'Authentication failed.'),
  }),
  symptom({
    id: 'mechanism_unavailable',
    seen: '334 MechanismUnavailable, or 2 about a mechanism',
    when: { status: [2, 334], body: /mechanism/iu },
    kind: 'credential_rejected',
    data: { kind: 'authMechanism', reason: 'malformed' },
    remedy: 'Remove authMechanism from MONGO_URI, or set the one that this user was created for.',
    example: sent(
      334,
      'MechanismUnavailable',
      'Received authentication for mechanism SCRAM-SHA-256 which is not enabled',
    ),
  }),
];
