/**
 * A write, sent at most once for each idempotency key. A stored answer is returned again; what may
 * have been done is never sent again; what was certainly not done may be tried again under the same key.
 */
import { toFault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import { cancelledByCaller } from '../connectors/explain-early-end.ts';
import type { UpstreamGate } from '../connectors/upstream-gate.ts';
import { inFlight, outcomeUnknown } from './write-faults.ts';
import type { WriteClaim, WriteJournal, WriteQuestion } from './write-journal.ts';
import type { AnsweredRecord } from './write-record.ts';
import { askConnector, type AskedConnector, type AskPorts, type Built } from '../gate/ask-connector.ts';
import { buildResult } from '../gate/build-result.ts';
import { provesNotDone } from './judge-write.ts';

export interface WritePorts extends AskPorts {
  readonly journal: Pick<WriteJournal, 'claim'>;
  readonly log: Log;
  /** Of the Agent itself. */
  readonly ending: AbortSignal;
}

export async function runWrite(
  asked: AskedConnector,
  argumentsDigest: string,
  { journal, log, ending, ...ports }: WritePorts,
): Promise<Built> {
  const { idempotencyKey } = asked.args;
  const [operation, source] = [asked.operation.name, asked.host.id];
  if (typeof idempotencyKey !== 'string') {
    throw new Error(`${operation} is a write, but its schema has no idempotencyKey`);
  }
  const question = { operation, source, idempotencyKey, argumentsDigest };
  const claim = await claimInTurn(question, journal, asked.signal);
  if (claim.event === 'answered') return tellAgain(claim, asked, ports);
  let gate: UpstreamGate | undefined;
  const caller = whileHeeded(asked.signal);
  const watched: AskedConnector = {
    ...asked,
    signal: AbortSignal.any([caller.signal, ending]),
    onGate: (opened) => {
      gate = opened;
      asked.onGate(opened);
    },
  };
  try {
    const built = await askConnector(watched, ports, async () => {
      // A tunnel that breaks looks like a caller who leaves: from here on only the answer says what was done.
      caller.ignore();
      if (caller.signal.aborted) throw cancelledByCaller(caller.signal.reason);
      await claim.send();
    });
    await claim.end({ event: 'answered', result: built.result });
    return built;
  } catch (error) {
    const fault = toFault(error);
    if (provesNotDone(fault, gate?.write())) {
      await claim.end({ event: 'not_done', fault: fault.kind });
      throw fault;
    }
    await claim.end({ event: 'unknown', fault: fault.kind });
    log.warn({ err: error, operation, source }, 'a write was sent, but it is unknown whether it was done');
    throw outcomeUnknown({ operation, source }, { cause: fault });
  }
}

/** A caller whose tunnel broke comes back while the write is being done: he gets its answer. */
async function claimInTurn(
  question: WriteQuestion,
  journal: WritePorts['journal'],
  signal: AbortSignal,
): Promise<WriteClaim | AnsweredRecord> {
  for (;;) {
    const claim = await journal.claim(question);
    if (claim.event !== 'running') return claim;
    await endOf(claim.ended, signal);
  }
}

/** @throws Fault `refused` when the caller leaves before it comes. */
async function endOf(ended: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = Promise.withResolvers<void>();
  const leave = (): void => left.reject(inFlight());
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([ended, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** The signal of a caller until it is ignored. */
function whileHeeded(signal: AbortSignal): { readonly signal: AbortSignal; ignore(): void } {
  const heeded = new AbortController();
  const leave = (): void => heeded.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  return { signal: heeded.signal, ignore: () => signal.removeEventListener('abort', leave) };
}

/** Of this version, in its shape, with what is secret now removed; nothing is sent. */
function tellAgain(
  { at, result: { data, complete, because, truncated, nextCursor, cost } }: AnsweredRecord,
  { operation, host, window }: AskedConnector,
  { redactor }: Pick<AskPorts, 'redactor'>,
): Built {
  const again = `Already done at ${at} with this idempotencyKey: returning the stored result; nothing was sent now.`;
  const answer = {
    data,
    complete,
    because: because === undefined ? again : `${again} ${because}`,
    truncated,
    ...(nextCursor !== undefined && { nextCursor }),
    ...(cost !== undefined && { cost }),
  };
  return buildResult({ operation, answer, source: host.id, window, upstreamCalls: 0 }, redactor);
}
