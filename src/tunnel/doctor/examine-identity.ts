/** The identity directory and the identity in it, without making or changing anything. */
import { stat } from 'node:fs/promises';
import { type Identity, openIdentity } from '../identity/open-identity.ts';
import type { InstanceConfig } from '../instance/config.ts';
import type { InstanceClass } from '../messages.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examineRoom } from './examine-room.ts';

export interface IdentityExamined {
  /** Of an instance that is enrolled. */
  readonly identity?: Identity;
  /** Of an enrolment that was begun. */
  readonly publicKey?: string;
  /** The next start enrols. */
  readonly needsToken: boolean;
  readonly diagnoses: readonly Diagnosis[];
}

export async function examineIdentity(
  instanceClass: InstanceClass,
  { identityDir, tenant, instance }: InstanceConfig,
): Promise<IdentityExamined> {
  const at = { area: 'identity', subject: identityDir } as const;
  if (!(await isThere(identityDir))) {
    const says = 'The directory does not exist yet; the program creates it at its first start.';
    return { needsToken: true, diagnoses: [{ ...at, status: 'skipped', says }] };
  }
  const room = await examineRoom(identityDir);
  const found = await openIdentity(identityDir, { class: instanceClass, tenant, instance });
  switch (found.found) {
    case 'enrolled': {
      const says = `Enrolled as ${instance} of ${tenant} since ${found.identity.enrolledAt}.`;
      return { needsToken: false, identity: found.identity, diagnoses: [{ ...at, status: 'ok', says }, ...room] };
    }
    case 'enrolling': {
      const says = 'Enrolment was begun and is not complete; the next start continues with the same key.';
      const { publicKey } = found.keys;
      return { needsToken: true, publicKey, diagnoses: [{ ...at, status: 'skipped', says }, ...room] };
    }
    case 'absent': {
      const says = 'There is no identity yet; the program enrols at its first start.';
      return { needsToken: true, diagnoses: [{ ...at, status: 'ok', says }, ...room] };
    }
    case 'unusable': {
      const diagnoses = found.problems.map(({ path: subject, cause, remedy }): Diagnosis => ({
        ...at,
        subject,
        status: 'problem',
        says: cause,
        who: 'operator',
        fix: remedy,
      }));
      return { needsToken: false, diagnoses: [...diagnoses, ...room] };
    }
  }
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
