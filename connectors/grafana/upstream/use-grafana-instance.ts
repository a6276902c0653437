/** The connector behind one fake Grafana, for its own tests. A call that Grafana does not describe fails the test. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { strictReply } from '../../../test/contract/looking.ts';
import { registry } from '../../registry.ts';
import { dataOfBackends, variants } from './exemplar.ts';
import { FakeGrafana, type FakeGrafanaOptions, subPath } from './fake-grafana.ts';

export const token = 'glsa_the-token-of-the-tests';

export interface GrafanaInstanceInUse {
  /** Address and token of the Grafana, and this changed; undefined unsets. */
  agentWith(changed?: Readonly<Record<string, string | undefined>>): AgentUnderTest;
  /** From here on this Grafana answers, but for these calls, by method and path below its sub-path. */
  answer(options?: Partial<FakeGrafanaOptions>, changed?: Readonly<Record<string, Reply>>): void;
  /** By method and path below the sub-path, in their order. */
  readonly asked: readonly string[];
  readonly calls: readonly FakeCall[];
}

export function useGrafanaInstance(): GrafanaInstanceInUse {
  const exemplar = variants?.['through Grafana'];
  if (exemplar === undefined) throw new Error('the exemplar through a Grafana is missing');
  const opened: AgentUnderTest[] = [];
  const unexpected: string[] = [];
  let upstream: FakeUpstream;
  const nameOf = ({ method, path }: FakeCall): string => `${method} ${path.replace(`${subPath}/`, '/')}`;
  const answer: GrafanaInstanceInUse['answer'] = (options = {}, changed = {}) => {
    const grafana = new FakeGrafana({ backend: dataOfBackends, token, ...options });
    const strict = { ...exemplar, reply: (call: FakeCall) => grafana.reply(call) ?? exemplar.reply(call) };
    upstream.answerWith((call) => changed[nameOf(call)] ?? strictReply(strict, call, unexpected));
  };

  beforeAll(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
    answer();
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    answer();
    expect(unexpected.splice(0)).toEqual([]);
  });
  afterAll(() => upstream.close());

  return {
    agentWith(changed = {}) {
      const env = {
        GRAFANA_URL: `${upstream.url}${subPath}`,
        GRAFANA_SERVICE_ACCOUNT_TOKEN: token,
        GRAFANA_SM_URL: upstream.url,
        GRAFANA_SM_TOKEN: 'token-of-synthetics',
        ...changed,
      };
      const agent = new AgentUnderTest({ registry: registry.filter(({ manifest }) => manifest.id === 'grafana'), env });
      opened.push(agent);
      return agent;
    },
    answer,
    get asked() {
      return upstream.calls.map(nameOf);
    },
    get calls() {
      return upstream.calls;
    },
  };
}
