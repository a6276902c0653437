/** The audit record that says what was in force from a start on. */
import { catalog } from '../../../catalog/index.ts';
import { readVersion } from '../../core/version.ts';
import type { AuditBody } from './audit-line.ts';
import { type AgentSettings, summarizeEnabled } from '../boot/read-settings.ts';

/** `digest`: of the catalog, as reported over the tunnel. */
export function startRecord(settings: AgentSettings, digest: string): Extract<AuditBody, { event: 'started' }> {
  const { allowFile, lockFile } = settings.digests;
  return {
    event: 'started',
    farol: readVersion(),
    catalog: digest,
    ...summarizeEnabled(catalog, settings),
    ...(allowFile !== undefined && { allow_file: allowFile }),
    ...(lockFile !== undefined && { lock_file: lockFile }),
  };
}
