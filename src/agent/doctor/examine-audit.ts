/** The records in the identity directory of an Agent, and the room for more of them. */
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import { agentAuditName, listAuditFiles, localAuditName } from '../audit/audit-files.ts';
import { verifyAudit } from '../audit/verify-audit.ts';

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
