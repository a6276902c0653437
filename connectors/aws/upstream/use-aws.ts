/** The whole connector behind the Agent's own gate, before a fake AWS: what every question to it passes in tests. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { HealthCheck, OperationResult } from '../../../src/tunnel/messages.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { connector } from '../connector.ts';
import { manifest } from '../manifest.ts';
import { answerAs, type Answers, AwsError } from './aws-fake.ts';
import { awsVariables } from './context.ts';
import { awsAnswers } from './exemplar.ts';
import { type AwsRequest, readRequest } from './read-request.ts';
import { readPages } from '../../../test/contract/read-pages.ts';

type AgentFault = ReturnType<typeof faultIn>;
type Variables = Readonly<Record<string, string | undefined>>;

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

class AwsUnderTest {
  readonly clock = new HurriedClock();
  readonly #variables: Variables;
  #started: { readonly upstream: FakeUpstream; readonly agent: AgentUnderTest } | undefined;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  async start(): Promise<void> {
    const upstream = await FakeUpstream.start(() => ({ status: 501, body: '' }));
    const agent = new AgentUnderTest({
      registry: [{ manifest, load: () => Promise.resolve(connector) }],
      env: { ...awsVariables, AWS_URL: upstream.url, ...this.#variables },
      clock: this.clock,
      operationsPerMinute: 1_000_000,
    });
    this.#started = { upstream, agent };
  }

  get upstream(): FakeUpstream {
    return this.#inUse().upstream;
  }

  /** The good answers, but for these; forgets what was asked. */
  answerWith(changed: Answers): void {
    const answer = answerAs({ ...awsAnswers, ...changed });
    this.clock.waits.length = 0;
    this.upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
  }

  /** What AWS was asked since a test last set its answers. */
  get requests(): AwsRequest[] {
    return this.upstream.calls.flatMap((call) => readRequest(call) ?? []);
  }

  get actions(): string[] {
    return this.requests.map(({ action }) => action);
  }

  get inputs(): AwsRequest['input'][] {
    return this.requests.map(({ input }) => input);
  }

  /** Everything the Agent wrote or would send, as text. */
  get written(): string {
    return this.#inUse().agent.written.join('\n');
  }

  /** @throws when the Agent refused. */
  async result(operation: string, args: object = {}): Promise<OperationResult> {
    return resultIn(await this.#inUse().agent.ask(operation, args));
  }

  async data(operation: string, args: object = {}): Promise<unknown> {
    return (await this.result(operation, args)).data;
  }

  /** Every page of a list, by its cursors. */
  pages(operation: string, args: object): Promise<OperationResult[]> {
    return readPages(this.#inUse().agent, operation, args);
  }

  /** The fault of a question whose caller leaves with `signal`. @throws when the Agent answered. */
  async fault(operation: string, args: object = {}, signal?: AbortSignal): Promise<AgentFault> {
    return faultIn(await this.#inUse().agent.ask(operation, args, signal === undefined ? {} : { signal }));
  }

  /** The result of a question with these answers in place of the good ones. */
  resultOf(operation: string, args: object = {}, changed: Answers = {}): Promise<OperationResult> {
    this.answerWith(changed);
    return this.result(operation, args);
  }

  faultOf(operation: string, args: object = {}, changed: Answers = {}): Promise<AgentFault> {
    this.answerWith(changed);
    return this.fault(operation, args);
  }

  check(): Promise<HealthCheck[]> {
    return this.#inUse().agent.check();
  }

  async close(): Promise<void> {
    this.#started?.agent.close();
    await this.#started?.upstream.close();
  }

  #inUse(): { readonly upstream: FakeUpstream; readonly agent: AgentUnderTest } {
    if (this.#started === undefined) throw new Error('no test is running');
    return this.#started;
  }
}

/** Called once for the tests of a file or a group, outside them. Each begins with the good answers. */
export function useAws(variables: Variables = {}): AwsUnderTest {
  const aws = new AwsUnderTest(variables);
  beforeAll(() => aws.start());
  beforeEach(() => aws.answerWith({}));
  afterAll(() => aws.close());
  return aws;
}

/** A denial in the words of AWS, by the policy of the identity itself. */
export function denialOf(action: string): AwsError {
  const why = `because no identity-based policy allows the ${action} action`;
  const who = 'User: arn:aws:iam::123456789012:user/farol';
  return new AwsError(403, `AccessDenied: ${who} is not authorized to perform: ${action} ${why}`);
}
