import type { Operation } from '../../../catalog/operation.ts';
import { type ResolvedWindow, renderWindow } from '../../../catalog/window.ts';
import type { Answer } from '../../connector/connector.ts';
import { Fault } from '../../core/fault.ts';
import type { Redactor } from '../../core/redact.ts';
import { explainUnread, type UnreadRow, withoutInvalid } from '../../core/rows.ts';
import type { OperationResult } from '../../tunnel/messages.ts';

export interface ResultInput {
  readonly operation: Operation;
  readonly answer: Answer;
  /** Rows of the system's answers that could not be read. */
  readonly unread?: readonly UnreadRow[];
  readonly source: string;
  readonly window: ResolvedWindow | undefined;
  readonly upstreamCalls: number;
}

/** Below what the tunnel carries in one payload, with room for the envelope. */
export const maxResultBytes = 12 << 20;

/** The envelope, with data that has the promised shape and holds no secret. */
export function buildResult(input: ResultInput, redactor: Redactor): { result: OperationResult; bytes: number } {
  const { answer, operation, window, unread: unreadBefore = [], ...known } = input;
  const { data, unread: invalid } = readData(operation, answer.data);
  const unread = [...unreadBefore, ...invalid];
  const { truncated, nextCursor, cost } = answer;
  const isCut = truncated && nextCursor === undefined;
  const reasons = [
    answer.because ?? (isCut ? cutOff : undefined),
    unread.length > 0 ? explainUnread(unread) : undefined,
  ];
  const because = reasons.filter((reason) => reason !== undefined).join(' ');
  const result: OperationResult = {
    data: redactor.value(data),
    complete: answer.complete && unread.length === 0 && !isCut,
    ...(because !== '' && { because: redactor.text(because) }),
    truncated,
    ...(nextCursor !== undefined && { nextCursor }),
    ...known,
    ...(window !== undefined && { window: renderWindow(window) }),
    ...(cost !== undefined && { cost: { ...cost } }),
  };
  const bytes = Buffer.byteLength(JSON.stringify(result));
  if (bytes <= maxResultBytes) return { result, bytes };
  throw new Fault(
    'cap_exceeded',
    { limit: `${maxResultBytes} bytes`, estimate: `${bytes} bytes` },
    'Ask for less: a lower limit, a narrower window or a coarser step.',
  );
}

const cutOff = 'There is more than is shown, and no cursor to read on with: narrow the request, or raise its limit.';

/** A row that the catalog does not allow is left out and named. @throws Fault `bug` when it is more than rows. */
function readData({ result }: Operation, data: unknown): { data: unknown; unread: readonly UnreadRow[] } {
  const parsed = result.safeParse(data);
  if (parsed.success) return { data: parsed.data, unread: [] };
  const readable = withoutInvalid(data, parsed.error.issues);
  const read = readable === undefined ? undefined : result.safeParse(readable.value);
  if (read?.success === true) return { data: read.data, unread: readable?.unread ?? [] };
  const remedy = 'Report it: the result of a connector does not match the schema in the catalog.';
  throw new Fault('bug', {}, remedy, { cause: parsed.error });
}
