/** The Agent's own gate and host around some operations of this connector, with the declarations it declares and AWS on loopback. */
import type { OperationName } from '../../../catalog/index.ts';
import type { LoadedConnector } from '../../../src/connector/connector.ts';
import type { Manifest } from '../../../src/connector/manifest.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { actionOf, answerAs, type Answers } from './aws-fake.ts';
import { awsVariables } from './context.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { declarations } from '../statements.ts';
import { reach } from '../access/reach.ts';
import { credentialVariables } from '../access/variables.ts';
import { athenaVariables } from '../audit/variables.ts';

type AgentFault = ReturnType<typeof faultIn>;
type AgentResult = ReturnType<typeof resultIn>;

/** Time that passes as soon as somebody waits for it. */
export class HurriedClock implements Clock {
  #passedMs = 0;
  /** Milliseconds of every wait, in order. */
  readonly waits: number[] = [];

  now(): number {
    return Date.now() + this.#passedMs;
  }

  monotonic(): number {
    return performance.now() + this.#passedMs;
  }

  /** A deadline, which keeps no process alive, is no wait. */
  after(delayMs: number, run: () => void, options?: { unref?: boolean }): () => void {
    if (options?.unref === true) return systemClock.after(delayMs, run, options);
    this.waits.push(delayMs);
    this.#passedMs += delayMs;
    const handle = setImmediate(run);
    return () => clearImmediate(handle);
  }
}

export class AwsAgent {
  readonly upstream: FakeUpstream;
  readonly agent: AgentUnderTest;
  readonly clock = new HurriedClock();

  private constructor(
    upstream: FakeUpstream,
    operations: object,
    changed: Readonly<Record<string, string | undefined>>,
  ) {
    this.upstream = upstream;
    const manifest = manifestOf(Object.keys(operations) as (keyof typeof declarations)[]);
    const loaded = { manifest, operations, checks: {}, symptoms: [], probes: {} } as LoadedConnector;
    this.agent = new AgentUnderTest({
      registry: [{ manifest, load: () => Promise.resolve(loaded) }],
      env: { ...awsVariables, AWS_URL: upstream.url, ...changed },
      clock: this.clock,
    });
  }

  static async start(
    operations: object,
    changed: Readonly<Record<string, string | undefined>> = {},
  ): Promise<AwsAgent> {
    return new AwsAgent(await FakeUpstream.start(() => ({ status: 501, body: '' })), operations, changed);
  }

  /** What AWS answers from here on. A call without an answer fails the question. */
  answerWith(answers: Answers): void {
    const answer = answerAs(answers);
    this.upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
  }

  /** @throws when the Agent refused. */
  async answer(operation: OperationName, args: unknown): Promise<AgentResult> {
    return resultIn(await this.agent.ask(operation, args));
  }

  /** @throws when the Agent answered. */
  async fault(operation: OperationName, args: unknown): Promise<AgentFault> {
    return faultIn(await this.agent.ask(operation, args));
  }

  /** The fault of a question whose caller leaves with `signal`. @throws when the Agent answered. */
  async leave(operation: OperationName, args: unknown, signal: AbortSignal): Promise<AgentFault> {
    return faultIn(await this.agent.ask(operation, args, { signal }));
  }

  get actions(): (string | undefined)[] {
    return this.upstream.calls.map(actionOf);
  }

  async close(): Promise<void> {
    this.agent.close();
    await this.upstream.close();
  }
}

function manifestOf(names: readonly (keyof typeof declarations)[]): Manifest {
  return {
    id: 'aws',
    title: 'AWS',
    summary: 'AWS.',
    vendorDocs: 'https://docs.aws.amazon.com/',
    config: { ...credentialVariables, ...athenaVariables },
    credentials: [],
    grants: {},
    forbidden: [],
    operations: Object.fromEntries(names.map((name) => [name, declarations[name]])),
    checks: {},
    // Two minutes of polling take more calls than any other question.
    limits: { upstreamCalls: 50, totalMs: 30_000, responseBytes: 8 << 20 },
    reach,
    signIn: ['sts:AssumeRoleWithWebIdentity'],
  };
}
