/** The connector against a workspace of the fake, with everything opened closed after each test. */
import type { OperationName } from '../../../catalog/index.ts';
import { connector } from '../connector.ts';
import { manifest } from '../manifest.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { allScopes, channel, FakeSlack, type Workspace } from './fake-slack.ts';

export const incidents = channel('C0INCIDENT', { name: 'incidents', is_member: true, is_ext_shared: true });
export const warRoom = channel('G0WARROOM', { name: 'war-room', is_private: true, is_member: true });
export const elsewhere = channel('C0ELSEWHERE', { name: 'elsewhere' });

export interface SlackUnderTest {
  readonly upstream: () => FakeUpstream;
  readonly agentAt: (changed?: Readonly<Record<string, string>>, allowed?: readonly OperationName[]) => AgentUnderTest;
  /** From here on the upstream is this workspace. */
  readonly workspace: (changed?: Partial<Workspace>) => FakeSlack;
}

/** Called once in a test file, outside its tests. */
export function slackUnderTest(): SlackUnderTest {
  const { upstream, answerStrictly, open } = useUpstream();
  return {
    upstream,
    agentAt(changed = {}, allowed) {
      return open({
        registry: [{ manifest, load: () => Promise.resolve(connector) }],
        env: { SLACK_URL: upstream().url, SLACK_BOT_TOKEN: 'xoxb-1-secret-token-value', ...changed },
        ...(allowed !== undefined && { allowed: new Set(allowed) }),
      });
    },
    workspace(changed = {}) {
      const channels = [incidents, warRoom, elsewhere];
      const slack = new FakeSlack({ scopes: allScopes, channels, messages: {}, ...changed });
      answerStrictly((call) => slack.reply(call) ?? { status: 404, body: '' });
      return slack;
    },
  };
}
