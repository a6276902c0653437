/** What the operations of Athena receive: beside the credential, they read where queries run and leave their results. */
import type { GuardContext } from '../../../src/connector/context.ts';
import type { AwsContext } from '../access/context.ts';
import type { athenaVariables } from './variables.ts';

export type AthenaContext = AwsContext &
  GuardContext & {
    readonly config: { text(variable: keyof typeof athenaVariables): string | undefined };
  };
