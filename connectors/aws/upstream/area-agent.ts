/** An Agent with the operations of one area of the AWS connector, before a fake AWS: every question passes the whole operation gate. */
import { manifest } from '../manifest.ts';
import { symptoms } from '../access/symptoms.ts';
import type { LoadedConnector } from '../../../src/connector/connector.ts';
import type { OperationResult } from '../../../src/tunnel/messages.ts';
import { answerAs, type Answers, AwsError } from './aws-fake.ts';
import { awsVariables } from './context.ts';
import { type AwsRequest, readRequest } from './read-request.ts';
import { AgentUnderTest, faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';

export class AreaAgent {
  /** What AWS was asked since a test last set its answers. */
  readonly requests: AwsRequest[] = [];
  readonly #upstream: FakeUpstream;
  readonly #agent: AgentUnderTest;
  readonly #answers: Answers;

  private constructor(upstream: FakeUpstream, operations: object, answers: Answers) {
    this.#upstream = upstream;
    this.#answers = answers;
    // As `defineConnector` does: the operation gate calls a handler only with arguments of its own operation.
    const loaded = { manifest, operations, checks: {}, symptoms, probes: {} } as unknown as LoadedConnector;
    this.#agent = new AgentUnderTest({
      registry: [{ manifest, load: () => Promise.resolve(loaded) }],
      env: { ...awsVariables, AWS_URL: upstream.url },
    });
  }

  static async start(operations: object, answers: Answers): Promise<AreaAgent> {
    const upstream = await FakeUpstream.start(() => ({ status: 501, body: '' }));
    const agent = new AreaAgent(upstream, operations, answers);
    agent.answerWith({});
    return agent;
  }

  /** The good answers, but for these; forgets what was asked. */
  answerWith(changed: Answers): void {
    const answer = answerAs({ ...this.#answers, ...changed });
    this.requests.length = 0;
    this.#upstream.answerWith((call) => {
      const request = readRequest(call);
      if (request !== undefined) this.requests.push(request);
      return answer(call) ?? { status: 501, body: '' };
    });
  }

  get actions(): string[] {
    return this.requests.map(({ action }) => action);
  }

  get inputs(): AwsRequest['input'][] {
    return this.requests.map(({ input }) => input);
  }

  /** Everything the Agent wrote or would send, as text. */
  get written(): string {
    return this.#agent.written.join('\n');
  }

  async result(operation: string, args: unknown): Promise<OperationResult> {
    return resultIn(await this.#agent.ask(operation, args));
  }

  async data(operation: string, args: unknown): Promise<unknown> {
    return (await this.result(operation, args)).data;
  }

  async fault(operation: string, args: unknown): Promise<ReturnType<typeof faultIn>> {
    return faultIn(await this.#agent.ask(operation, args));
  }

  async close(): Promise<void> {
    this.#agent.close();
    await this.#upstream.close();
  }
}

/** A denial in the words of AWS, by the policy of the identity itself. */
export function denialOf(action: string): AwsError {
  const why = `because no identity-based policy allows the ${action} action`;
  const who = 'User: arn:aws:iam::123456789012:user/farol';
  return new AwsError(403, `AccessDenied: ${who} is not authorized to perform: ${action} ${why}`);
}
