/** An Agent with Amplitude alone, and the fake it asks: what the tests beside the connector share. */
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { FakeCall, FakeUpstream, Reply } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { manifest } from '../manifest.ts';
import { type FakeProject, fakeAmplitude } from './fake-amplitude.ts';

export const keys = {
  AMPLITUDE_API_KEY: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
  AMPLITUDE_SECRET_KEY: '09f8e7d6c5b4a39281706f5e4d3c2b1a',
};
export const play = { events: [{ name: 'Play' }] };
export const inDay = { from: '2026-11-02T10:00:00Z', to: '2026-11-02T12:00:00Z' };

type Variables = Readonly<Record<string, string>>;

/** Called once in a test file, outside its tests. */
export function useAmplitude() {
  const { upstream, answerStrictly, open: openAgent } = useUpstream();
  function openWith(env: Variables): AgentUnderTest {
    const load = async () => (await import('../connector.ts')).connector;
    return openAgent({ registry: [{ manifest, load }], env, concurrentCalls: 64 });
  }
  /** With these variables beside the keys and the address. */
  function open(more: Variables = {}, project: FakeProject = {}): AgentUnderTest {
    answerStrictly(fakeAmplitude(project));
    return openWith({ ...keys, AMPLITUDE_URL: upstream().url, ...more });
  }
  return {
    open,
    openWith,
    openAnswering(reply: Reply, more: Variables = {}): AgentUnderTest {
      const agent = open(more);
      upstream().answerWith(reply);
      return agent;
    },
    get upstream(): FakeUpstream {
      return upstream();
    },
    get calls(): readonly FakeCall[] {
      return upstream().calls;
    },
    /** First and last day of the latest question, as they were sent. */
    get days(): (string | null)[] {
      const query = upstream().calls.at(-1)?.query;
      return [query?.get('start') ?? null, query?.get('end') ?? null];
    },
  };
}
