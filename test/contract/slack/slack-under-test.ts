/** The connector against a workspace of the fake, with everything opened closed after each test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { OperationName } from '../../../catalog/index.ts';
import { connector } from '../../../connectors/slack/connector.ts';
import { manifest } from '../../../connectors/slack/manifest.ts';
import { AgentUnderTest, resultIn } from '../agent-under-test.ts';
import { FakeUpstream } from '../fake-upstream.ts';
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
  const opened: AgentUnderTest[] = [];
  /** Calls that the vendor's description does not allow. */
  const undescribed: string[] = [];
  let upstream: FakeUpstream | undefined;
  const theUpstream = (): FakeUpstream => {
    if (upstream === undefined) throw new Error('no test is running');
    return upstream;
  };
  beforeAll(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    const [problem] = undescribed.splice(0);
    if (problem !== undefined) throw new Error(problem);
  });
  afterAll(() => upstream?.close());

  return {
    upstream: theUpstream,
    agentAt(changed = {}, allowed) {
      const agent = new AgentUnderTest({
        registry: [{ manifest, load: () => Promise.resolve(connector) }],
        env: { SLACK_URL: theUpstream().url, SLACK_BOT_TOKEN: 'xoxb-1-secret-token-value', ...changed },
        ...(allowed !== undefined && { allowed: new Set(allowed) }),
      });
      opened.push(agent);
      return agent;
    },
    workspace(changed = {}) {
      const channels = [incidents, warRoom, elsewhere];
      const slack = new FakeSlack({ scopes: allScopes, channels, messages: {}, ...changed });
      theUpstream().answerWith((call) => {
        try {
          return slack.reply(call) ?? { status: 404, body: '' };
        } catch (error) {
          undescribed.push(String(error));
          return { status: 501, body: '' };
        }
      });
      return slack;
    },
  };
}

/** Asks until there is no further page. */
export async function walk(agent: AgentUnderTest, operation: OperationName, args: object): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (let cursor: string | undefined; ;) {
    const page = resultIn(await agent.ask(operation, { ...args, ...(cursor !== undefined && { cursor }) }));
    pages.push(page.data);
    if (page.truncated !== (page.nextCursor !== undefined)) throw new Error('truncated and nextCursor disagree');
    if (page.nextCursor === undefined) return pages;
    cursor = page.nextCursor;
  }
}
