/** One connector of the registry with an upstream that plays its system, and Agents that enable everything it has, its writes too. */
import { catalog, type OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import type { LoadedConnector, RegisteredConnector } from '../../src/connector/connector.ts';
import { writeCallsOf } from '../../src/connector/manifest.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import { hurriedClock } from '../hurried-clock.ts';
import { type AgentOptions, AgentUnderTest, type Asked } from './agent-under-test.ts';
import { variablesAt } from './canary.ts';
import type { Exemplar, Exemplars } from './exemplar.ts';
import { type FakeCall, FakeUpstream, type Reply, type Upstream } from './fake-upstream.ts';
import { matches, nameOf, strictReply } from './looking.ts';

/** All, or the one that FAROL_TEST_CONNECTOR names. */
const only = process.env['FAROL_TEST_CONNECTOR'];
const selected = registry.filter(({ manifest: { id } }) => only === undefined || id === only);

type Loaded = readonly [title: string, registered: RegisteredConnector, connector: LoadedConnector];

const exemplars = new Map<RegisteredConnector, Exemplar>();

/** Each connector with its first exemplar, under its id. */
export const loaded: Loaded[] = [];
/** Those with another kind of credential or system, under the id and what it is. */
export const loadedVariants: Loaded[] = [];

for (const one of selected) {
  const { id } = one.manifest;
  const { exemplar, variants = {} } = (await import(`../../connectors/${id}/upstream/exemplar.ts`)) as Exemplars;
  const connector = await one.load();
  add(loaded, id, one, exemplar);
  for (const [what, variant] of Object.entries(variants)) add(loadedVariants, `${id}: ${what}`, { ...one }, variant);

  function add(rows: Loaded[], title: string, registered: RegisteredConnector, its: Exemplar): void {
    exemplars.set(registered, its);
    rows.push([title, registered, connector]);
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

export class ConnectorUnderTest {
  readonly exemplar: Exemplar;
  readonly operations: readonly OperationName[];
  readonly reads: readonly OperationName[];
  readonly writes: readonly OperationName[];
  readonly #registered: RegisteredConnector;
  readonly #opened: AgentUnderTest[] = [];
  readonly #watched = new Set<AgentUnderTest>();
  #upstream: Upstream | undefined;
  #keys = 0;

  constructor(registered: RegisteredConnector) {
    const { id, operations } = registered.manifest;
    const exemplar = exemplars.get(registered);
    if (exemplar === undefined) throw new Error(`${id} has no exemplar`);
    this.exemplar = exemplar;
    this.#registered = registered;
    // The type of the manifest is that of any connector, whose keys are names of operations.
    this.operations = Object.keys(operations) as OperationName[];
    this.reads = this.operations.filter((name) => catalog.get(name)?.access === 'read');
    this.writes = this.operations.filter((name) => catalog.get(name)?.access === 'write');
  }

  async start(): Promise<void> {
    this.#upstream = await (this.exemplar.start?.() ?? FakeUpstream.start(() => ({ status: 500, body: '' })));
  }

  get upstream(): Upstream {
    if (this.#upstream === undefined) throw new Error('the upstream was not started');
    return this.#upstream;
  }

  /** With these differences from a working configuration. */
  agentWith(changed: Variables = {}, options: Partial<AgentOptions> = {}): AgentUnderTest {
    return this.agentOf({ ...this.exemplar.variables, ...changed }, options);
  }

  agentOf(variables: Variables, options: Partial<AgentOptions> = {}): AgentUnderTest {
    const env = variablesAt(variables, this.upstream.url);
    const allowed = new Set<string>(this.operations);
    // Thousands of calls are tried again or asked about again; how long that takes is proved by the client's own tests.
    const agent = new AgentUnderTest({ registry: [this.#registered], env, allowed, clock: hurriedClock, ...options });
    this.#opened.push(agent);
    return agent;
  }

  /** Answers the calls that obtain the credential as when everything is well, and every other one so. */
  onceSignedIn(reply: Reply): (call: FakeCall) => Reply {
    const well = this.strict([]);
    return (call) => (this.isSignIn(call) ? well(call) : reply);
  }

  isSignIn(call: FakeCall): boolean {
    const name = nameOf(this.exemplar, call);
    return this.#registered.manifest.signIn?.some((template) => matches(name, template)) === true;
  }

  /** The same connector with less time for everything. */
  hurried(totalMs: number): RegisteredConnector {
    const { manifest } = this.#registered;
    const operations = Object.fromEntries(
      Object.entries(manifest.operations).map(([name, { totalMs: _own, ...declaration }]) => [name, declaration]),
    );
    return { ...this.#registered, manifest: { ...manifest, operations, limits: { ...manifest.limits, totalMs } } };
  }

  /** What together reaches every call of the operation; a write under keys that were never used. */
  questionsOf(name: OperationName): readonly unknown[] {
    const questions = this.exemplar.questions[name] ?? [];
    if (!this.writes.includes(name)) return questions;
    return questions.map((question) => {
      this.#keys += 1;
      return { ...(question as object), idempotencyKey: `contract-suite-key-${String(this.#keys).padStart(6, '0')}` };
    });
  }

  ask(agent: AgentUnderTest, name: OperationName, asked?: Asked): Promise<OperationAnswer> {
    return agent.ask(name, this.questionsOf(name)[0], asked);
  }

  /** Answers as when everything is well; what nobody may call is noted. */
  strict(unexpected: string[]): (call: FakeCall) => Reply {
    return (call) => strictReply(this.exemplar, call, unexpected);
  }

  /** Answers what a write looks up as when everything is well, and the write itself so. */
  onlyWrite(name: OperationName, reply: Reply | (() => Reply)): (call: FakeCall) => Reply {
    const well = this.strict([]);
    return (call) => {
      if (!this.isWrite(name, call)) return well(call);
      return typeof reply === 'function' ? reply() : reply;
    };
  }

  isWrite(name: OperationName, call: FakeCall): boolean {
    const declaration = this.#registered.manifest.operations[name];
    const writes = declaration === undefined ? [] : writeCallsOf(declaration);
    return writes.some((write) => matches(nameOf(this.exemplar, call), write));
  }

  /** Idle connections are closed with their Agents, also one that opens only after its question and its test have ended. */
  socketsAfterClosing(): number {
    for (const one of this.#opened) this.#watched.add(one);
    for (const one of this.#watched) one.close();
    return this.upstream.openSockets;
  }

  closeAgents(): void {
    for (const one of this.#opened.splice(0)) one.close();
  }

  async close(): Promise<void> {
    this.closeAgents();
    await this.#upstream?.close();
  }
}
