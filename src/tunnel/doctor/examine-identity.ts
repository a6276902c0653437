/** The identity directory and the identity in it, without making or changing anything. */
import { stat } from 'node:fs/promises';
import type { AuthorityLedger } from '../identity/authorities-file.ts';
import { openIdentity } from '../identity/open-identity.ts';
import type { InstanceConfig } from '../instance/config.ts';
import type { InstanceClass } from '../messages.ts';
import type { Diagnosis } from './diagnosis.ts';

export interface IdentityExamined {
  readonly isEnrolled: boolean;
  /** Authorities that the control plane announced since. */
  readonly authorities?: AuthorityLedger;
  readonly diagnoses: readonly Diagnosis[];
}

export async function examineIdentity(
  instanceClass: InstanceClass,
  { identityDir, tenant, instance }: InstanceConfig,
): Promise<IdentityExamined> {
  const at = { area: 'identity', subject: identityDir } as const;
  if (!(await isThere(identityDir))) {
    const says = 'The directory does not exist yet; the program creates it at its first start.';
    return { isEnrolled: false, diagnoses: [{ ...at, status: 'skipped', says }] };
  }
  const found = await openIdentity(identityDir, { class: instanceClass, tenant, instance });
  switch (found.found) {
    case 'enrolled': {
      const says = `Enrolled as ${instance} of ${tenant} since ${found.identity.enrolledAt}.`;
      return { isEnrolled: true, authorities: found.identity.authorities, diagnoses: [{ ...at, status: 'ok', says }] };
    }
    case 'enrolling': {
      const says = 'Enrolment was started, but the control plane did not answer.';
      const fix = 'Start the program: it continues with the same key.';
      return { isEnrolled: false, diagnoses: [{ ...at, status: 'warning', says, who: 'operator', fix }] };
    }
    case 'absent': {
      const says = 'There is no identity yet; the program enrols at its first start.';
      return { isEnrolled: false, diagnoses: [{ ...at, status: 'ok', says }] };
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
      return { isEnrolled: false, diagnoses };
    }
  }
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
