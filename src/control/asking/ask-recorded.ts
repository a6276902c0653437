/** One read, asked and recorded: in one way for assistants and for questions to several sources. */
import type { Logger } from 'pino';
import { measureOperation, type OperationMetrics } from '../metrics/metrics.ts';
import { type AnsweredOperation, type AskDeps, askOperation } from '../operations/ask-operation.ts';
import type { StartGate } from '../operations/start-gate.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { type AskedBody, type Asking, follow, type RecorderDeps } from '../questions/question-recorder.ts';

export interface RecordedDeps extends AskDeps, RecorderDeps {
  readonly metrics: OperationMetrics;
  readonly starts: Pick<StartGate, 'enter'>;
}

export interface RecordedRead {
  readonly asking: Asking;
  readonly body: AskedBody & { readonly instance: string | undefined };
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly signal?: AbortSignal | undefined;
  /** Called whenever there is nothing to do but wait for somebody else. */
  readonly onWaiting?: () => void;
  /** Why an answer of so many bytes is not passed on; undefined where it is. */
  readonly refuseSize: (bytes: number) => ApiProblem | undefined;
}

/** Rejects with ApiProblem, or as the store does when it does not take the record. */
export async function askRecorded(read: RecordedRead, deps: RecordedDeps): Promise<AnsweredOperation> {
  const { asking, body, log } = read;
  const given = await follow(deps, { asking, body, log }, async () => {
    const leave = await deps.starts.enter(asking.asker.organization);
    try {
      return await askOnce(read, deps, leave);
    } finally {
      leave();
    }
  });
  if (given instanceof ApiProblem) throw given;
  return given;
}

async function askOnce(read: RecordedRead, deps: RecordedDeps, leave: () => void) {
  const { asking, body, log, signal } = read;
  const { organization, type, id } = asking.asker;
  const onWaiting = (): void => {
    leave();
    read.onWaiting?.();
  };
  const asked = { organization, requestId: asking.id, operation: asking.name, body, signal, onWaiting };
  const answered = await measureOperation(deps.metrics, () => askOperation(asked, deps));
  const { instance, outcome, code, facts } = answered;
  log.info({ by: { type, id }, operation: asking.name, organization, instance, outcome }, 'operation asked');
  const problem = answered.status === 200 ? read.refuseSize(answered.body.length) : undefined;
  return { given: problem ?? answered, end: { outcome: problem?.code ?? code, instance, ...facts } };
}
