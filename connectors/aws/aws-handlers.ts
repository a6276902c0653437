/** What the files with the handlers share. */
import type { ArgumentsOf, DataOf, OperationName } from '../../catalog/index.ts';
import type { Answer } from '../../src/connector/connector.ts';
import type { GuardContext } from '../../src/connector/context.ts';
import { Fault } from '../../src/core/fault.ts';
import type { AwsOperationContext } from './context.ts';

/** The handlers of these operations, and of no others. */
export type AwsHandlers<Names extends OperationName> = {
  readonly [N in Names]: {
    guard?(args: ArgumentsOf<N>, context: GuardContext): void | Promise<void>;
    run(args: ArgumentsOf<N>, context: AwsOperationContext): Promise<Answer<DataOf<N>>>;
  };
};

/** A member that AWS documents as always there. @throws Fault `upstream_changed` naming the path when it is not. */
export function need<Value>(value: Value | null | undefined, path: string): Value {
  if (value !== undefined && value !== null) return value;
  throw new Fault(
    'upstream_changed',
    { path },
    'Report the path to Farol: AWS left out what it documents as always there.',
  );
}
