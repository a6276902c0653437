/** One Agent at a time before a fake SonarQube, for the tests of one file. A call that the fake does not know fails the test. */
import { manifest } from '../manifest.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { type FakeUser, fakeSonar } from './fake-sonarqube.ts';

export interface SonarUnderTest {
  /** A working configuration before a server where the user may see this. */
  readonly withUser: (user?: FakeUser, env?: Readonly<Record<string, string>>) => AgentUnderTest;
  readonly upstream: () => FakeUpstream;
  /** Paths that were asked for, in order. */
  readonly asked: () => string[];
}

export function useSonar(): SonarUnderTest {
  const { upstream, answerStrictly, open } = useUpstream();
  return {
    upstream,
    asked: () => upstream().calls.map(({ path }) => path),
    withUser(user = {}, env = {}) {
      answerStrictly(fakeSonar(user));
      return open({
        registry: [{ manifest, load: async () => (await import('../connector.ts')).connector }],
        env: {
          SONARQUBE_URL: `${upstream().url}${user.context ?? ''}`,
          SONARQUBE_TOKEN: 'squ_0123456789abcdef0123456789abcdef01234567',
          ...(user.organization !== undefined && { SONARQUBE_ORGANIZATION: user.organization }),
          ...env,
        },
      });
    },
  };
}
