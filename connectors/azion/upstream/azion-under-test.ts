/** An Agent with Azion alone, and the fake it asks: what the tests beside the connector share. */
import { manifest } from '../manifest.ts';
import { AgentUnderTest, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { type FakeAccount, fakeAzion } from './fake-azion.ts';

export const personal = 'azionaB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ';
export const window = { from: '2026-11-02T09:00:00Z', to: '2026-11-02T11:00:00Z' };
export const count = { dataset: 'http', window, compute: [{ aggregation: 'count' }] };
export const requests = { dataset: 'http', window, fields: ['status'] };

export class AzionUnderTest {
  readonly upstream: FakeUpstream;
  #agent: AgentUnderTest | undefined;

  private constructor(upstream: FakeUpstream) {
    this.upstream = upstream;
  }

  static async start(): Promise<AzionUnderTest> {
    return new AzionUnderTest(await FakeUpstream.start(() => ({ status: 500, body: '' })));
  }

  get calls(): readonly FakeCall[] {
    return this.upstream.calls;
  }

  open(account: FakeAccount = {}, token = personal): AgentUnderTest {
    const answer = fakeAzion(account);
    this.upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    const load = async () => (await import('../connector.ts')).connector;
    const env = { AZION_URL: this.upstream.url, AZION_TOKEN: token };
    this.closeAgent();
    this.#agent = new AgentUnderTest({ registry: [{ manifest, load }], env });
    return this.#agent;
  }

  openAnswering(reply: Reply): AgentUnderTest {
    const agent = this.open();
    this.upstream.answerWith(reply);
    return agent;
  }

  /** Every entry of a list, page by page. @throws Error for a page that says there is more and not where. */
  async readAll(operation: string, question: object, list: string): Promise<unknown[]> {
    const agent = this.open();
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = resultIn(await agent.ask(operation, { ...question, ...(cursor !== undefined && { cursor }) }));
      if (page.truncated !== (page.nextCursor !== undefined)) throw new Error('a page does not say how to go on');
      found.push(...((page.data as Record<string, unknown[]>)[list] ?? []));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  closeAgent(): void {
    this.#agent?.close();
  }

  close(): Promise<void> {
    return this.upstream.close();
  }
}
