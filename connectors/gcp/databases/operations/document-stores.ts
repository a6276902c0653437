import type { DataOf } from '../../../../catalog/index.ts';
import type { FirestoreDatabase } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { unreachableNotes } from '../../places.ts';
import { lastPart, noneOf, present, seconds, timeOf } from '../../wording.ts';

type Told = DataOf<'databases.listDocumentStores'>['documentStores'][number];

export const documentStoreOperations: GcpOperations<'databases.listDocumentStores'> = {
  'databases.listDocumentStores': {
    async run(_args, context) {
      const answer = await ask(context, 'firestore.projects.databases.list', { path: { project: projectOf(context) } });
      const notes = unreachableNotes(answer.unreachable);
      const reasons =
        answer.databases.length === 0 ? [...notes, noneOf('document databases', projectOf(context))] : notes;
      return {
        data: { documentStores: answer.databases.map(tell) },
        complete: notes.length === 0,
        ...(reasons.length > 0 && { because: reasons.join(' ') }),
        truncated: false,
      };
    },
  },
};

function tell(one: FirestoreDatabase): Told {
  return {
    id: one.name,
    name: lastPart(one.name),
    type: one.type ?? 'DATABASE_TYPE_UNSPECIFIED',
    location: one.locationId ?? '',
    ...present({
      edition: one.databaseEdition,
      concurrencyMode: one.concurrencyMode,
      hasPointInTimeRecovery: isEnabled(one.pointInTimeRecoveryEnablement, 'POINT_IN_TIME_RECOVERY_ENABLED'),
      versionRetentionSec: seconds(one.versionRetentionPeriod),
      restorableFrom: timeOf(one.earliestVersionTime),
      isDeletionProtected: isEnabled(one.deleteProtectionState, 'DELETE_PROTECTION_ENABLED'),
      encryptionKeyId: one.cmekConfig?.kmsKeyName,
      createdAt: timeOf(one.createTime),
      updatedAt: timeOf(one.updateTime),
      deletedAt: timeOf(one.deleteTime),
    }),
  };
}

function isEnabled(word: string | undefined, enabled: string): boolean | undefined {
  return word === undefined ? undefined : word === enabled;
}
