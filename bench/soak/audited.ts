/** Compares the operations that were asked with the records of the Agent that answered them. */
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { agentAuditName, listAuditFiles } from '../../src/agent/audit/audit-files.ts';
import { parseAuditLine } from '../../src/agent/audit/audit-line.ts';

export interface Audited {
  /** Records of questions. */
  readonly records: number;
  /** Request ids that the Agent answered and did not record. */
  readonly unrecorded: readonly string[];
  /** Request ids that the Agent recorded and that nobody asked. */
  readonly unasked: readonly string[];
}

/** Ends that the control plane gives when no answer of the Agent reached it. */
const notAnswered = new Set(['no_live_agent', 'agent_lost', 'agent_timeout', 'agent_failed']);

/** `asked` holds every operation that was asked of this Agent. */
export async function compareWithAudit(
  identityDir: string,
  asked: readonly { readonly requestId: string; readonly end: string }[],
): Promise<Audited> {
  const files = await listAuditFiles(path.join(identityDir, agentAuditName));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const recorded = texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => {
        const record = parseAuditLine(line);
        return record?.event === 'operation' ? [record.request_id] : [];
      }),
  );
  const known = new Set(recorded);
  const ids = new Set(asked.map(({ requestId }) => requestId));
  return {
    records: recorded.length,
    unrecorded: asked
      .filter(({ end, requestId }) => !notAnswered.has(end) && !known.has(requestId))
      .map((one) => one.requestId),
    unasked: [...known].filter((id) => !ids.has(id)),
  };
}
