/** An Agent with Azion alone, and the fake it asks: what the tests beside the connector share. */
import { manifest } from '../manifest.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { FakeCall, FakeUpstream, Reply } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { type FakeAccount, fakeAzion } from './fake-azion.ts';

export const personal = 'azionaB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2eF4hJ';
export const window = { from: '2026-11-02T09:00:00Z', to: '2026-11-02T11:00:00Z' };
export const count = { dataset: 'http', window, compute: [{ aggregation: 'count' }] };
export const requests = { dataset: 'http', window, fields: ['status'] };

/** Called once in a test file, outside its tests. */
export function useAzion() {
  const { upstream, answerStrictly, open: openAgent } = useUpstream();
  function open(account: FakeAccount = {}, token = personal): AgentUnderTest {
    answerStrictly(fakeAzion(account));
    const load = async () => (await import('../connector.ts')).connector;
    return openAgent({ registry: [{ manifest, load }], env: { AZION_URL: upstream().url, AZION_TOKEN: token } });
  }
  return {
    open,
    openAnswering(reply: Reply): AgentUnderTest {
      const agent = open();
      upstream().answerWith(reply);
      return agent;
    },
    get upstream(): FakeUpstream {
      return upstream();
    },
    get calls(): readonly FakeCall[] {
      return upstream().calls;
    },
  };
}
