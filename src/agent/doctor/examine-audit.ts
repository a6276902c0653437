/** The records in the identity directory of an Agent. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import { agentAuditName, listAuditFiles, localAuditName, readAuditFile } from '../audit/audit-files.ts';
import { installLater, isOfLaterVersion } from '../audit/audit-line.ts';
import { verifyAudit } from '../audit/verify-audit.ts';

export async function examineAudit(folder: string): Promise<Diagnosis[]> {
  if (!(await isThere(folder))) {
    return [{ area: 'audit', subject: folder, status: 'skipped', says: 'There is no audit log yet.' }];
  }
  return examineLogs(folder);
}

async function examineLogs(folder: string): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const name of [agentAuditName, localAuditName]) {
    const log = path.join(folder, name);
    const at = { area: 'audit', subject: log } as const;
    try {
      if ((await listAuditFiles(log)).length === 0) continue;
      if (await endsInLaterVersion(log)) {
        const says = 'It ends in a record of a newer version of the Agent.';
        diagnoses.push({ ...at, status: 'problem', says, who: 'operator', fix: installLater });
        continue;
      }
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

/** Its records cannot be verified here, which says nothing about them. */
async function endsInLaterVersion(log: string): Promise<boolean> {
  const [newest] = (await listAuditFiles(log)).slice(-1);
  const last = newest === undefined ? undefined : (await readAuditFile(newest)).lines.at(-1);
  return last !== undefined && isOfLaterVersion(last);
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
