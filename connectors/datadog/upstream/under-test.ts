/** The connector inside an Agent, in front of a counterpart that a test sets up. */
import { registry } from '../../registry.ts';
import type { NetworkOptions } from '../../../src/core/network-agent.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { datadogUpstream } from './exemplar.ts';
import type { FakeCall, FakeUpstream, Reply } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { entriesIn, readPages } from '../../../test/contract/read-pages.ts';

export const apiKey = '0123456789abcdef0123456789abcdef';
export const appKey = '0123456789abcdef0123456789abcdef01234567';

type Variables = Readonly<Record<string, string | undefined>>;

export interface DatadogInUse {
  readonly fake: () => FakeUpstream;
  /** Before the fake, with the variables of the file and these. */
  readonly agent: (env?: Variables) => AgentUnderTest;
  /** With these variables beside the keys, and no others. */
  readonly agentWith: (env: Variables, network?: NetworkOptions) => AgentUnderTest;
}

/** Called once in a test file, outside its tests. */
export function useDatadog(variables: Variables = {}): DatadogInUse {
  const { upstream: fake, open } = useUpstream();
  const agentWith: DatadogInUse['agentWith'] = (env, network) =>
    open({
      registry: registry.filter(({ manifest }) => manifest.id === 'datadog'),
      env: { DATADOG_API_KEY: apiKey, DATADOG_APP_KEY: appKey, ...env },
      ...(network !== undefined && { network }),
    });
  return { fake, agentWith, agent: (env) => agentWith({ DATADOG_URL: fake().url, ...variables, ...env }) };
}

/** The vendor when everything is well, but for the paths given. */
export function upstream(changed: Readonly<Record<string, Reply | ((call: FakeCall) => Reply)>> = {}) {
  return (call: FakeCall): Reply => {
    const other = changed[call.path];
    if (other !== undefined) return typeof other === 'function' ? other(call) : other;
    const reply = datadogUpstream(call);
    if (reply === undefined) throw new Error(`nobody may call ${call.method} ${call.path}`);
    return reply;
  };
}

/** Every entry of a list, read page by page to its end. */
export async function walk(asked: AgentUnderTest, operation: string, args: object, member: string): Promise<unknown[]> {
  return entriesIn(await readPages(asked, operation, args), member);
}

export const idsOf = (rows: readonly unknown[]): unknown[] =>
  rows.map((row) => {
    const { id, name, number } = row as Record<string, unknown>;
    return number ?? id ?? name;
  });
