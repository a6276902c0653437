/** What the operations of AWS share. */
import type { ArgumentsOf, DataOf, OperationName } from '../../catalog/index.ts';
import type { Answer } from '../../src/connector/connector.ts';
import type { GuardContext } from '../../src/connector/context.ts';
import type { AwsOperationContext } from './access/context.ts';

/** The code of these operations, and of no others. */
export type AwsOperations<Names extends OperationName> = {
  readonly [N in Names]: {
    guard?(args: ArgumentsOf<N>, context: GuardContext): void | Promise<void>;
    run(args: ArgumentsOf<N>, context: AwsOperationContext): Promise<Answer<DataOf<N>>>;
  };
};
