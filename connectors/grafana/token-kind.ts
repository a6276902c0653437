/** The kind of each token, by how it begins; of a service account of Grafana, also what it may do. */
import type { OperationName } from '../../catalog/index.ts';
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Secret } from '../../src/core/secret.ts';
import { checks } from './check-declarations.ts';
import { credentials } from './grants.ts';
import { judgePermissions } from './instance/permissions.ts';
import { readsThroughGrafana } from './instance/reads-through-grafana.ts';
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
    async run(context) {
      const { secrets } = context;
      if (readsThroughGrafana(context)) {
        requireServiceAccount(kindOf(await secrets.read('GRAFANA_SERVICE_ACCOUNT_TOKEN')));
        return judgePermissions(context);
      }
      const found: Found[] = [];
      for (const token of tokens) {
        const secret = await secrets.read(token.variable);
        if (secret !== undefined) found.push({ token, kind: kindOf(secret) });
      }
      const rejected = found.find(({ kind }) => kind?.id === 'service_account_token');
      if (rejected?.kind !== undefined) return refuse(rejected.token, rejected.kind);
      const wide = found.find(({ kind }) => kind?.verdict === 'accepted');
      if (wide?.kind !== undefined) return tooWide(wide.token, wide.kind);
      if (!found.some(({ token }) => token.variable === 'GRAFANA_METRICS_TOKEN')) return noToken();
      const isPassword = found.some(({ kind }) => kind === undefined);
      return { status: 'ok', summary: `The credential is ${isPassword ? 'a password' : 'an access policy token'}.` };
    },
  },
};

function kindOf(secret: Secret | undefined): Kind | undefined {
  return secret && credentials.find((one) => 'prefix' in one && secret.reveal().startsWith(one.prefix));
}

/** @throws Fault `credential_rejected` for what Grafana itself does not accept: an access policy token or a password. */
function requireServiceAccount(kind: Kind | undefined): void {
  if (kind?.id === 'service_account_token' || kind?.id === 'legacy_api_key') return;
  const remedy =
    'Create a service account with the role Viewer in Grafana, and a token of it (glsa_…), for GRAFANA_SERVICE_ACCOUNT_TOKEN.';
  throw new Fault('credential_rejected', { kind: kind?.id ?? 'text of no known kind', reason: 'malformed' }, remedy);
}

/** @throws Fault `credential_rejected` for the token of the metrics, without which nothing works; another one takes only its own away. */
function refuse({ variable, serves }: Found['token'], { id, note }: Kind): Finding {
  const remedy = `Create an access policy in the Cloud Portal, and a token of it, for ${variable}. To read through the Grafana of this token, set GRAFANA_URL and GRAFANA_SERVICE_ACCOUNT_TOKEN instead.`;
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
