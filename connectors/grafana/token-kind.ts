/** The kind of each token, by how it begins. Nothing is sent. */
import type { OperationName } from '../../catalog/index.ts';
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { checks } from './check-declarations.ts';
import { credentials } from './grants.ts';
import type { manifest } from './manifest.ts';

type Kind = (typeof credentials)[number];

/** Tokens of access policies, with what each serves. That of Synthetic Monitoring is of a kind of its own. */
const tokens = [
  // Also for every backend that has no token of its own.
  { variable: 'GRAFANA_METRICS_TOKEN', serves: checks.token_kind.affects },
  { variable: 'GRAFANA_LOGS_TOKEN', serves: checks.logs_read.affects },
  { variable: 'GRAFANA_TRACES_TOKEN', serves: checks.traces_read.affects },
  { variable: 'GRAFANA_ALERTS_TOKEN', serves: checks.alerts_read.affects },
  { variable: 'GRAFANA_API_TOKEN', serves: checks.stacks_read.affects },
] as const satisfies readonly { variable: string; serves: readonly OperationName[] }[];

interface Found {
  readonly token: (typeof tokens)[number];
  /** Undefined for what has no prefix of its own: a password. */
  readonly kind: Kind | undefined;
}

export const tokenKindCheck: Pick<Checks<typeof manifest>, 'token_kind'> = {
  token_kind: {
    async run({ secrets }) {
      const found: Found[] = [];
      for (const token of tokens) {
        const secret = await secrets.read(token.variable);
        const kind = secret && credentials.find((one) => 'prefix' in one && secret.reveal().startsWith(one.prefix));
        if (secret !== undefined) found.push({ token, kind });
      }
      const rejected = found.find(({ kind }) => kind?.verdict === 'rejected');
      if (rejected?.kind !== undefined) return refuse(rejected.token, rejected.kind);
      const wide = found.find(({ kind }) => kind?.verdict === 'accepted');
      if (wide?.kind !== undefined) return tooWide(wide.token, wide.kind);
      if (!found.some(({ token }) => token.variable === 'GRAFANA_METRICS_TOKEN')) return noToken();
      const isPassword = found.some(({ kind }) => kind === undefined);
      return { status: 'ok', summary: `The credential is ${isPassword ? 'a password' : 'an access policy token'}.` };
    },
  },
};

/** @throws Fault `credential_rejected` for the token of the metrics, without which nothing works; another one takes only its own away. */
function refuse({ variable, serves }: Found['token'], { id, note }: Kind): Finding {
  const remedy = `Create an access policy in the Cloud Portal, and a token of it, for ${variable}.`;
  const fault = new Fault('credential_rejected', { kind: id, reason: 'malformed' }, remedy);
  if (variable === 'GRAFANA_METRICS_TOKEN') throw fault;
  const summary = `The credential in ${variable} is of the kind ${id}. ${note}`;
  return { status: 'degraded', summary, fault, remedy, affects: serves };
}

function tooWide({ variable, serves }: Found['token'], { id, note }: Kind): Finding {
  return {
    status: 'pending_configuration',
    summary: `The credential in ${variable} is of the kind ${id}. ${note}`,
    remedy: 'Replace it with the token of an access policy that has only the scopes that are used.',
    excess: ['role of the key'],
    affects: serves,
  };
}

function noToken(): Finding {
  return {
    status: 'skipped',
    summary: 'No credential is set; requests are sent without one.',
    fault: new Fault('not_configured', { variable: 'GRAFANA_METRICS_TOKEN' }, 'Set it if the address requires one.'),
    remedy: 'Nothing to do unless the address requires a credential.',
  };
}
