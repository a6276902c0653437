/** Arguments whose query is in one language: the gate lets no other through to this connector. */
import type { ArgumentsOf, OperationName } from '../../../catalog/index.ts';

export type SpokenIn<Dialect extends string, Name extends OperationName> = Omit<ArgumentsOf<Name>, 'query'> & {
  readonly query: QueryIn<Dialect, ArgumentsOf<Name>>;
};

type QueryIn<Dialect, Arguments> = Arguments extends { query: infer Query }
  ? Extract<Query, { dialect: Dialect }>
  : never;
