/** The Grafana connector in front of a fake stack, for its own tests. A call that the description does not allow fails the test. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { registry } from '../../registry.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { describeUpstream, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { exemplar as grafana } from './exemplar.ts';
import { strictReply } from '../../../test/contract/looking.ts';

const token = 'glc_the-token-of-the-tests';

export interface GrafanaInUse {
  /** Everything set up, and this changed; undefined unsets. */
  agentWith(changed?: Readonly<Record<string, string | undefined>>): AgentUnderTest;
  /** Answers as the exemplar does, but for these calls, by method and path. Forgets what was asked before. */
  answerBut(changed: Readonly<Record<string, Reply>>): void;
  /** Answers by these routes first, and then as the exemplar does. */
  answerBy(routes: readonly DescribedRoute[]): void;
  readonly calls: readonly FakeCall[];
}

export function useGrafana(): GrafanaInUse {
  const opened: AgentUnderTest[] = [];
  const unexpected: string[] = [];
  let upstream: FakeUpstream;
  const strict = (call: FakeCall): Reply => strictReply(grafana, call, unexpected);

  beforeAll(async () => {
    upstream = await FakeUpstream.start(strict);
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    upstream.answerWith(strict);
    expect(unexpected.splice(0)).toEqual([]);
  });
  afterAll(() => upstream.close());

  return {
    agentWith(changed = {}) {
      const variables = { ...grafana.variables, ...changed };
      const env = Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [
          name,
          value?.replace('{upstream}', upstream.url).replace('glc_{canary}', token).replace('{canary}', 'token'),
        ]),
      );
      const agent = new AgentUnderTest({ registry: registry.filter(({ manifest }) => manifest.id === 'grafana'), env });
      opened.push(agent);
      return agent;
    },
    answerBut(changed) {
      upstream.answerWith((call) => changed[`${call.method} ${call.path}`] ?? strict(call));
    },
    answerBy(routes) {
      const described = describeUpstream(routes);
      const first = { ...grafana, reply: (call: FakeCall) => described(call) ?? grafana.reply(call) };
      upstream.answerWith((call) => strictReply(first, call, unexpected));
    },
    get calls() {
      return upstream.calls;
    },
  };
}
