import { FakeGoogle, tokenFor } from './fake-google.ts';
import { questions, redacted } from './good-answers.ts';
import { billingAccount, exportTable, keyFile, project } from './project.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

const google = new FakeGoogle();
const withoutBilling = new FakeGoogle({ 'cloudbilling.billingAccounts.list': {} });

const token = (scope: string): Reply => ({
  status: 200,
  body: JSON.stringify({ access_token: tokenFor(scope), expires_in: 3599 }),
});

const isTokenCall = ({ path }: FakeCall): boolean => path === '/oauth2.googleapis.com/token';
/** Only the address that sells tokens writes errors so. */
const isTokenError = (body: string): boolean => body.startsWith('{"error":"');

/** Scope of the statement that a token is bought with. */
function scopeIn({ form }: FakeCall): string {
  const [, claims = ''] = (form.get('assertion') ?? '').split('.');
  return String((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string }).scope);
}

export const exemplar: Exemplar = {
  variables: {
    RUNNER_GCP_CRED_MODE: 'static',
    GCP_PROJECT: project,
    GCP_SERVICE_ACCOUNT_KEY: keyFile('{canary}'),
    GCP_BILLING_EXPORT_TABLE: exportTable,
    GCP_BILLING_ACCOUNT: billingAccount,
    GCP_URL: '{upstream}',
  },
  reply: (call) => google.reply(call),
  render(example, call) {
    if (isTokenCall(call) && !isTokenError(example.body)) return token(scopeIn(call));
    const { status, headers, body } = example;
    return { status, body, ...(headers !== undefined && { headers }) };
  },
  isSecretOnlySigning: true,
  redacted,
  questions,
  failures: [(call) => withoutBilling.reply(call) ?? { status: 501, body: 'the fake does not know this call' }],
};
