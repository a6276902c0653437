/** One Agent at a time before a fake SonarQube, for the tests of one file. A call that the fake does not know fails the test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { manifest } from '../../../connectors/sonarqube/manifest.ts';
import { AgentUnderTest } from '../agent-under-test.ts';
import { FakeUpstream } from '../fake-upstream.ts';
import { strictReply } from '../looking.ts';
import { type FakeUser, fakeSonar } from './fake-sonarqube.ts';

export interface SonarUnderTest {
  /** A working configuration before a server where the user may see this. */
  readonly withUser: (user?: FakeUser, env?: Readonly<Record<string, string>>) => AgentUnderTest;
  readonly upstream: () => FakeUpstream;
  /** Paths that were asked for, in order. */
  readonly asked: () => string[];
}

export function useSonar(): SonarUnderTest {
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
    withUser(user = {}, env = {}) {
      const fake = { variables: {}, reply: fakeSonar(user), questions: {}, troubles: [] };
      started().answerWith((call) => strictReply(fake, call, unexpected));
      agent = new AgentUnderTest({
        registry: [
          { manifest, load: async () => (await import('../../../connectors/sonarqube/connector.ts')).connector },
        ],
        env: {
          SONARQUBE_URL: `${started().url}${user.context ?? ''}`,
          SONARQUBE_TOKEN: 'squ_0123456789abcdef0123456789abcdef01234567',
          ...(user.organization !== undefined && { SONARQUBE_ORGANIZATION: user.organization }),
          ...env,
        },
      });
      return agent;
    },
  };
}
