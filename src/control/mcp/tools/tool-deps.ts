/** What tools use of the control plane. */
import type { Logger } from 'pino';
import type { AnsweringAgents } from '../../catalog/answering-agents.ts';
import type { CaptureDiff } from '../../captures/capture-diff.ts';
import type { CaptureReader } from '../../captures/capture-reader.ts';
import type { OperationDeps } from '../../routes/operation-routes.ts';
import type { RecentFleet } from './recent-fleet.ts';

export interface ToolDeps {
  readonly asking: Omit<OperationDeps, 'asked'>;
  readonly answering: Pick<AnsweringAgents, 'find'>;
  readonly fleet: Pick<RecentFleet, 'show' | 'detail'>;
  readonly reader: Pick<CaptureReader, 'list'>;
  readonly diff: Pick<CaptureDiff, 'read'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}
