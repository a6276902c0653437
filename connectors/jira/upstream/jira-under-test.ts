/** The connector against a fake of Cloud or of Data Center, with everything opened closed after each test. */
import type { OperationName } from '../../../catalog/index.ts';
import { connector } from '../connector.ts';
import { manifest } from '../manifest.ts';
import type { HealthCheck } from '../../../src/tunnel/messages.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { FakeCall, FakeUpstream, Reply } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import * as dataCenter from './data-center-site.ts';
import { FakeDataCenter, type Server } from './fake-data-center.ts';
import { allPermissions, FakeJira, type Site } from './fake-jira.ts';
import { issue, transition } from './site.ts';

const usual: Site = {
  projects: ['OPS', 'WEB', 'HR'],
  held: { OPS: allPermissions, WEB: allPermissions },
  issues: ['OPS-1', 'OPS-2', 'OPS-3', 'WEB-1', 'HR-1'].map((key) => issue(key)),
  transitions: { 'OPS-1': [transition('31', 'Done', ['resolution'])] },
};
const credential = { JIRA_EMAIL: 'farol@example.com', JIRA_API_TOKEN: 'ATATT3xSecretValue' };

const token = 'NDgyNzE4MzY0NTUwOuSecretValue';
const usualServer: Server = {
  projects: ['OPS', 'WEB', 'HR'],
  held: { OPS: allPermissions, WEB: allPermissions },
  issues: ['OPS-1', 'OPS-2', 'OPS-3', 'WEB-1', 'HR-1'].map((key) => dataCenter.issue(key)),
  transitions: { 'OPS-1': [dataCenter.transition('31', 'Done', ['resolution'])] },
  token,
};

export interface JiraUnderTest {
  readonly upstream: () => FakeUpstream;
  readonly agentAt: (
    changed?: Readonly<Record<string, string | undefined>>,
    allowed?: readonly OperationName[],
  ) => AgentUnderTest;
  /** From here on the upstream is this site, but for what `instead` answers. */
  readonly site: (changed?: Partial<Site>, instead?: (call: FakeCall) => Reply | undefined) => FakeJira;
  /** With the token of Data Center and its context path. */
  readonly serverAgent: JiraUnderTest['agentAt'];
  /** From here on the upstream is this Data Center, but for what `instead` answers. */
  readonly server: (changed?: Partial<Server>, instead?: (call: FakeCall) => Reply | undefined) => FakeDataCenter;
}

/** Called once in a test file, outside its tests. */
export function jiraUnderTest(): JiraUnderTest {
  const { upstream, answerStrictly, open } = useUpstream();
  const openWith = (
    env: Readonly<Record<string, string | undefined>>,
    allowed: readonly OperationName[] | undefined,
  ): AgentUnderTest =>
    open({
      registry: [{ manifest, load: () => Promise.resolve(connector) }],
      env,
      ...(allowed !== undefined && { allowed: new Set(allowed) }),
    });
  return {
    upstream,
    agentAt: (changed, allowed) => openWith({ JIRA_URL: upstream().url, ...credential, ...changed }, allowed),
    serverAgent: (changed, allowed) =>
      openWith(
        {
          JIRA_URL: `${upstream().url}${dataCenter.contextPath}`,
          JIRA_PERSONAL_ACCESS_TOKEN: token,
          ...changed,
        },
        allowed,
      ),
    server(changed = {}, instead = () => undefined) {
      const jira = new FakeDataCenter({ ...usualServer, ...changed });
      answerStrictly((call) => instead(call) ?? jira.reply(call));
      return jira;
    },
    site(changed = {}, instead = () => undefined) {
      const jira = new FakeJira({ ...usual, ...changed });
      answerStrictly((call) => instead(call) ?? jira.reply(call) ?? { status: 404, body: '' });
      return jira;
    },
  };
}

/** Results of all checks, by their names. */
export async function checked(agent: AgentUnderTest): Promise<Readonly<Record<string, HealthCheck>>> {
  return Object.fromEntries((await agent.check()).map((one) => [one.check, one]));
}

/** The argument `query`. */
export const jql = (text: string): object => ({ query: { dialect: 'jql', text } });
