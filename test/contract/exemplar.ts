/** What the contract suite needs to know of one connector beyond its manifest: a working upstream and one good question for each operation. */
import type { OperationName } from '../../catalog/index.ts';
import type { UpstreamCall } from '../../src/connector/manifest.ts';
import type { SymptomExample } from '../../src/connector/symptom.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';

export interface Exemplar {
  /** A working configuration. `{upstream}` stands for the address of the fake; `{canary}` for a secret to look for afterwards. */
  readonly variables: Readonly<Record<string, string>>;
  /** Answers as the system does when everything is well. Undefined fails the test: nobody may call that. */
  reply(call: FakeCall): Reply | undefined;
  /** Arguments that together reach every call the operation declares. */
  readonly questions: Readonly<Partial<Record<OperationName, readonly unknown[]>>>;
  /** Answers under which the checks reach the calls they make only then. */
  readonly troubles: readonly ((call: FakeCall) => Reply)[];
  /** The declared name of a call that the vendor's own client library built. */
  nameOf?(call: FakeCall): UpstreamCall | undefined;
  /** A symptom's example as this system puts it on the wire in answer to this call. */
  render?(example: SymptomExample, call: FakeCall): Reply;
  /** The secret signs requests and is never sent. */
  readonly isSecretOnlySigning?: true;
}
