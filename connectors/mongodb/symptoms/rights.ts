/** What a user that is signed in may not do. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { commandIn, databaseIn, sent } from './error-document.ts';

export const rightsSymptoms: readonly Symptom[] = [
  symptom({
    id: 'role_missing',
    seen: '13 Unauthorized',
    when: { status: 13 },
    kind: 'permission_missing',
    data: (seen) =>
      isOfCluster(seen)
        ? { grant: 'listDatabases', layer: 'privilege on the cluster' }
        : { grant: 'read', layer: `role on ${databaseIn(seen)}` },
    remedy: (seen) =>
      isOfCluster(seen)
        ? 'Ask about a database by its name: this system lists databases only to users with the privilege listDatabases on the cluster. Do not rotate the password: the sign-in worked.'
        : `Grant the user the role read on ${databaseIn(seen)}: it may not run ${commandIn(seen)} there. Do not rotate the password: the sign-in worked.`,
    remedyWords:
      'Grant the user the role read on the database named, where it may not run the command named. Do not rotate the password: the sign-in worked.',
    example: sent(13, 'Unauthorized', 'not authorized on shop to execute command { find: "orders" }'),
  }),
  symptom({
    id: 'atlas_role_missing',
    seen: '8000 of Atlas with `not allowed to do action`',
    when: { status: 8000, body: /not allowed to do action|not authorized/iu },
    kind: 'permission_missing',
    data: (seen) => ({ grant: 'read', layer: `role on ${databaseIn(seen)}` }),
    remedy: (seen) =>
      `In Atlas, under Database Access, give the user the role read on ${databaseIn(seen)}: it may not run ${commandIn(seen)} there. Do not rotate the password.`,
    remedyWords:
      'In Atlas, under Database Access, give the user the role read on the database named. Do not rotate the password.',
    example: sent(8000, 'AtlasError', 'user is not allowed to do action [find] on [shop.orders]'),
  }),
];

/** MongoDB itself leaves out of this list what may not be seen; some that speak its protocol refuse. */
function isOfCluster(seen: Seen): boolean {
  return commandIn(seen) === 'listDatabases';
}
