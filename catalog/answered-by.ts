/** Which connectors can answer which operation, for programs that load none of them. */
import answered from './answered-by.json' with { type: 'json' };

export interface AnsweredBy {
  /** Title of each connector, by id. */
  readonly connectors: Readonly<Record<string, string>>;
  /** By the name of the operation and the id of the connector: the grants, and how much each is needed. */
  readonly operations: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, 'required' | 'optional' | 'sensitive'>>>>>
  >;
}

/** Written by `npm run generate` from the manifests. */
export const answeredBy = answered as AnsweredBy;
