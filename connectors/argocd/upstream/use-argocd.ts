/** One Agent at a time before a fake Argo CD, for the tests of one file. A call that the fake does not know fails the test. */
import { manifest } from '../manifest.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { type FakeAccount, fakeArgo } from './fake-argocd.ts';

export interface ArgoUnderTest {
  /** A working configuration before a server where the account may do this. */
  readonly withAccount: (account?: FakeAccount, env?: Readonly<Record<string, string>>) => AgentUnderTest;
  readonly upstream: () => FakeUpstream;
  /** Paths that were asked for, in order. */
  readonly asked: () => string[];
}

export function useArgo(): ArgoUnderTest {
  const { upstream, answerStrictly, open } = useUpstream();
  return {
    upstream,
    asked: () => upstream().calls.map(({ path }) => path),
    withAccount(account = {}, env = {}) {
      answerStrictly(fakeArgo(account));
      return open({
        registry: [{ manifest, load: async () => (await import('../connector.ts')).connector }],
        env: {
          ARGOCD_URL: `${upstream().url}${account.rootPath ?? ''}`,
          ARGOCD_AUTH_TOKEN: 'not-a-jwt-but-long-enough',
          ...env,
        },
      });
    },
  };
}
