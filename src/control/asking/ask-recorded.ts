/** One read, asked and recorded: in one way for assistants and for questions to several sources. */
import type { Logger } from 'pino';
import { measureOperation, type OperationMetrics } from '../metrics/metrics.ts';
import {
  type AnsweredOperation,
  type AskDeps,
  type AskedOperation,
  askOperation,
} from '../operations/ask-operation.ts';
import type { StartGate } from '../operations/start-gate.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import {
  type AskedBody,
  type Asking,
  follow,
  type QuestionEnd,
  type RecorderDeps,
} from '../questions/question-recorder.ts';

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
  const onWaiting = (): void => {
    leave();
    read.onWaiting?.();
  };
  const { answered, end } = await askMeasured({ ...read, onWaiting }, deps);
  const problem = answered.status === 200 ? read.refuseSize(answered.body.length) : undefined;
  return { given: problem ?? answered, end: problem === undefined ? end : { ...end, outcome: problem.code } };
}

interface MeasuredQuestion extends Pick<AskedOperation, 'body' | 'signal' | 'onWaiting' | 'onSending'> {
  readonly asking: Asking;
  readonly log: Pick<Logger, 'info'>;
}

/** Asks, counts and logs; what `end` says is for the record. */
export async function askMeasured(
  { asking, body, log, signal, onWaiting, onSending }: MeasuredQuestion,
  deps: Pick<RecordedDeps, 'metrics'> & AskDeps,
): Promise<{ readonly answered: AnsweredOperation; readonly end: QuestionEnd }> {
  const { id: requestId, name: operation, asker } = asking;
  const { organization, type, id } = asker;
  const asked = {
    organization,
    requestId,
    operation,
    body,
    signal,
    ...(onWaiting && { onWaiting }),
    ...(onSending && { onSending }),
  };
  const answered = await measureOperation(deps.metrics, () => askOperation(asked, deps));
  const { instance, outcome, code, facts } = answered;
  log.info({ by: { type, id }, operation, organization, instance, outcome }, 'operation asked');
  return { answered, end: { outcome: code, instance, ...facts } };
}
