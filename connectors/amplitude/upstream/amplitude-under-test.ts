/** An Agent with Amplitude alone, and the fake it asks: what the tests beside the connector share. */
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { manifest } from '../manifest.ts';
import { type FakeProject, fakeAmplitude } from './fake-amplitude.ts';

export const keys = {
  AMPLITUDE_API_KEY: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  AMPLITUDE_SECRET_KEY: '09f8e7d6c5b4a39281706f5e4d3c2b1a',
};
export const play = { events: [{ name: 'Play' }] };
export const inDay = { from: '2026-11-02T10:00:00Z', to: '2026-11-02T12:00:00Z' };

type Variables = Readonly<Record<string, string>>;

export class AmplitudeUnderTest {
  readonly upstream: FakeUpstream;
  readonly #agents: AgentUnderTest[] = [];

  private constructor(upstream: FakeUpstream) {
    this.upstream = upstream;
  }

  static async start(): Promise<AmplitudeUnderTest> {
    return new AmplitudeUnderTest(await FakeUpstream.start(() => ({ status: 500, body: '' })));
  }

  get calls(): readonly FakeCall[] {
    return this.upstream.calls;
  }

  /** First and last day of the latest question, as they were sent. */
  get days(): (string | null)[] {
    const query = this.calls.at(-1)?.query;
    return [query?.get('start') ?? null, query?.get('end') ?? null];
  }

  /** With these variables beside the keys and the address. */
  open(more: Variables = {}, project: FakeProject = {}): AgentUnderTest {
    const answer = fakeAmplitude(project);
    this.upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    return this.openWith({ ...keys, AMPLITUDE_URL: this.upstream.url, ...more });
  }

  openAnswering(reply: Reply, more: Variables = {}): AgentUnderTest {
    const agent = this.open(more);
    this.upstream.answerWith(reply);
    return agent;
  }

  openWith(env: Variables): AgentUnderTest {
    const load = async () => (await import('../connector.ts')).connector;
    const agent = new AgentUnderTest({ registry: [{ manifest, load }], env, concurrentCalls: 64 });
    this.#agents.push(agent);
    return agent;
  }

  closeAgents(): void {
    for (const agent of this.#agents.splice(0)) agent.close();
  }

  close(): Promise<void> {
    return this.upstream.close();
  }
}
