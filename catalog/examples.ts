/** Arguments to copy, for programs that load no connector. */
import written from './examples.json' with { type: 'json' };

/** By the name of the operation and the id of the connector. Written by `npm run generate` from the contract tests. */
export const examples = written as Readonly<
  Partial<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
>;
