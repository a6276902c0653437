/** The Agent's own dispatch around this connector, in front of the fake. */
import { manifest } from '../manifest.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { HealthCheck } from '../../../src/tunnel/messages.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { FakeGoogle } from './fake-google.ts';
import type { Answers } from './good-answers.ts';
import { billingAccount, exportTable, keyFile, project } from './project.ts';

export interface GcpOptions {
  readonly answers?: Answers;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
}

export interface Gcp {
  readonly agent: AgentUnderTest;
  readonly upstream: FakeUpstream;
  readonly google: FakeGoogle;
  /** Calls but those for a token, as `<verb> <path>`. */
  calls(): string[];
  check(name: string): Promise<HealthCheck>;
  close(): Promise<void>;
}

const unknown: Reply = { status: 501, body: 'the fake does not know this call' };

export async function startGcp({ answers = {}, env = {}, clock }: GcpOptions = {}): Promise<Gcp> {
  const google = new FakeGoogle(answers);
  const upstream = await FakeUpstream.start((call) => google.reply(call) ?? unknown);
  const agent = new AgentUnderTest({
    registry: [{ manifest, load: async () => (await import('../connector.ts')).connector }],
    env: {
      RUNNER_GCP_CRED_MODE: 'static',
      GCP_PROJECT: project,
      GCP_SERVICE_ACCOUNT_KEY: keyFile(),
      GCP_BILLING_EXPORT_TABLE: exportTable,
      GCP_BILLING_ACCOUNT: billingAccount,
      GCP_URL: upstream.url,
      ...env,
    },
    ...(clock !== undefined && { clock }),
  });
  return {
    agent,
    upstream,
    google,
    calls: () =>
      upstream.calls.map(({ method, path }) => `${method} ${path}`).filter((call) => !call.endsWith('/token')),
    async check(name) {
      const found = (await agent.check()).find(({ check }) => check === name);
      if (found === undefined) throw new Error(`there is no check ${name}`);
      return found;
    },
    async close() {
      agent.close();
      await upstream.close();
    },
  };
}

/** An error as the vendor writes it, for an answer of the fake. */
export function vendorError(
  code: number,
  message: string,
  info: { readonly reason?: string; readonly metadata?: Readonly<Record<string, string>> } = {},
): object {
  const details = info.reason === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...info }];
  return { error: { code, message, details } };
}

/** JSON of a call's body. */
export function bodyOf({ body }: FakeCall): unknown {
  return JSON.parse(body);
}
