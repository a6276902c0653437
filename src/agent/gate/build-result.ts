import type { Operation } from '../../../catalog/operation.ts';
import { type ResolvedWindow, renderWindow } from '../../../catalog/window.ts';
import type { Answer } from '../../connector/connector.ts';
import { Fault } from '../../core/fault.ts';
import type { Redactor } from '../../core/redact.ts';
import type { OperationResult } from '../../tunnel/messages.ts';

export interface ResultInput {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly source: string;
  readonly window: ResolvedWindow | undefined;
  readonly upstreamCalls: number;
}

/** Below what the tunnel carries in one payload, with room for the envelope. */
export const maxResultBytes = 12 << 20;

/** The envelope, with data that has the promised shape and holds no secret. */
export function buildResult(input: ResultInput, redactor: Redactor): { result: OperationResult; bytes: number } {
  const { answer, operation, window, ...known } = input;
  const parsed = operation.result.safeParse(answer.data);
  if (!parsed.success) {
    const remedy = 'Report it: the result of a connector does not match the schema in the catalog.';
    throw new Fault('bug', {}, remedy, { cause: parsed.error });
  }
  const { complete, because, truncated, nextCursor, cost } = answer;
  const result: OperationResult = {
    data: redactor.value(parsed.data),
    complete,
    ...(because !== undefined && { because: redactor.text(because) }),
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
