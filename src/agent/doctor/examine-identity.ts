/** The identity directory and the records in it, without making or changing anything. */
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { AuthorityLedger } from '../../tunnel/identity/authorities-file.ts';
import { openIdentity } from '../../tunnel/identity/open-identity.ts';
import type { InstanceConfig } from '../../tunnel/instance/config.ts';
import { agentAuditName, listAuditFiles, localAuditName } from '../audit/audit-files.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Diagnosis } from './diagnosis.ts';

export interface IdentityExamined {
  readonly isEnrolled: boolean;
  /** Authorities that the control plane announced since. */
  readonly authorities?: AuthorityLedger;
  readonly diagnoses: readonly Diagnosis[];
}

export async function examineIdentity({ identityDir, tenant, instance }: InstanceConfig): Promise<IdentityExamined> {
  const at = { area: 'identity', subject: identityDir } as const;
  if (!(await isThere(identityDir))) {
    const says = 'The directory does not exist yet; the Agent creates it at its first start.';
    return { isEnrolled: false, diagnoses: [{ ...at, status: 'skipped', says }] };
  }
  const found = await openIdentity(identityDir, { class: 'agent', tenant, instance });
  switch (found.found) {
    case 'enrolled': {
      const says = `Enrolled as ${instance} of ${tenant} since ${found.identity.enrolledAt}.`;
      return { isEnrolled: true, authorities: found.identity.authorities, diagnoses: [{ ...at, status: 'ok', says }] };
    }
    case 'enrolling': {
      const says = 'Enrolment was started, but the control plane did not answer.';
      const fix = 'Start the Agent: it continues with the same key.';
      return { isEnrolled: false, diagnoses: [{ ...at, status: 'warning', says, who: 'operator', fix }] };
    }
    case 'absent': {
      const says = 'There is no identity yet; the Agent enrols at its first start.';
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

/** Below this, a busy day of records may not fit. */
const wantedFreeBytes = 200 << 20;

export async function examineAudit(folder: string): Promise<Diagnosis[]> {
  if (!(await isThere(folder))) {
    return [{ area: 'audit', subject: folder, status: 'skipped', says: 'There is no audit log yet.' }];
  }
  return [...(await examineLogs(folder)), await examineRoom(folder)];
}

async function examineLogs(folder: string): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const name of [agentAuditName, localAuditName]) {
    const log = path.join(folder, name);
    const at = { area: 'audit', subject: log } as const;
    try {
      if ((await listAuditFiles(log)).length === 0) continue;
      const verdict = await verifyAudit(log);
      if (verdict.intact) {
        diagnoses.push({ ...at, status: 'ok', says: `Intact, ${verdict.records} records.` });
      } else {
        const says = `${verdict.why}: record ${verdict.index}, ${verdict.file}:${verdict.line} ${verdict.because}.`;
        const fix = 'Keep the files as evidence and find out who can write to them; then move them away and restart.';
        diagnoses.push({ ...at, status: 'problem', says, who: 'operator', fix });
      }
    } catch (error) {
      const fix = 'Let the user of this process read the identity directory.';
      diagnoses.push({ ...at, status: 'problem', says: `Cannot be read (${codeOf(error)}).`, who: 'operator', fix });
    }
  }
  return diagnoses.length > 0
    ? diagnoses
    : [{ area: 'audit', subject: folder, status: 'skipped', says: 'There is no audit log yet.' }];
}

async function examineRoom(folder: string): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const at = { area: 'audit', subject: `${folder} (room)` } as const;
  const says = `${Math.floor(free / (1 << 20))} MiB are free.`;
  if (free >= wantedFreeBytes) return { ...at, status: 'ok', says };
  const fix = 'Free disk space: the Agent refuses requests that it cannot record.';
  return { ...at, status: 'warning', says, who: 'operator', fix };
}

async function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}
