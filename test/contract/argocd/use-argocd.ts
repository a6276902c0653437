/** One Agent at a time before a fake Argo CD, for the tests of one file. A call that the fake does not know fails the test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { manifest } from '../../../connectors/argocd/manifest.ts';
import { AgentUnderTest } from '../agent-under-test.ts';
import { FakeUpstream } from '../fake-upstream.ts';
import { strictReply } from '../looking.ts';
import { type FakeAccount, fakeArgo } from './fake-argocd.ts';

export interface ArgoUnderTest {
  /** A working configuration before a server where the account may do this. */
  readonly withAccount: (account?: FakeAccount, env?: Readonly<Record<string, string>>) => AgentUnderTest;
  readonly upstream: () => FakeUpstream;
  /** Paths that were asked for, in order. */
  readonly asked: () => string[];
}

export function useArgo(): ArgoUnderTest {
  let upstream: FakeUpstream | undefined;
  let agent: AgentUnderTest | undefined;
  const unexpected: string[] = [];
  const started = (): FakeUpstream => {
    if (upstream === undefined) throw new Error('the upstream was not started');
    return upstream;
  };
  beforeAll(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  });
  afterEach(() => {
    agent?.close();
    const [first] = unexpected.splice(0);
    if (first !== undefined) throw new Error(`the fake was asked wrongly: ${first}`);
  });
  afterAll(() => upstream?.close());
  return {
    upstream: started,
    asked: () => started().calls.map(({ path }) => path),
    withAccount(account = {}, env = {}) {
      const fake = { variables: {}, reply: fakeArgo(account), questions: {}, troubles: [] };
      started().answerWith((call) => strictReply(fake, call, unexpected));
      agent = new AgentUnderTest({
        registry: [{ manifest, load: async () => (await import('../../../connectors/argocd/connector.ts')).connector }],
        env: {
          ARGOCD_URL: `${started().url}${account.rootPath ?? ''}`,
          ARGOCD_AUTH_TOKEN: 'not-a-jwt-but-long-enough',
          ...env,
        },
      });
      return agent;
    },
  };
}
