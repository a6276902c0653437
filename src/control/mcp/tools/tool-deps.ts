/** What tools use of the control plane. */
import type { Logger } from 'pino';
import type { AnsweringAgents } from '../../catalog/answering-agents.ts';
import type { CaptureDiff } from '../../captures/capture-diff.ts';
import type { CaptureReader } from '../../captures/capture-reader.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { AskDeps } from '../../operations/ask-operation.ts';
import type { StartGate } from '../../operations/start-gate.ts';
import type { RecorderDeps } from '../../questions/question-recorder.ts';
import type { RecentFleet } from './recent-fleet.ts';

interface AskingDeps extends AskDeps, RecorderDeps {
  readonly metrics: Pick<Metrics, 'operations'>;
  readonly starts: Pick<StartGate, 'enter'>;
}

export interface ToolDeps {
  readonly asking: AskingDeps;
  readonly answering: Pick<AnsweringAgents, 'find'>;
  readonly fleet: Pick<RecentFleet, 'show' | 'detail'>;
  readonly reader: Pick<CaptureReader, 'list'>;
  readonly diff: Pick<CaptureDiff, 'read'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}
