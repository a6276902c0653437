import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faultIn, resultIn } from '../../../test/contract/agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { type Gcp, startGcp } from '../upstream/agent.ts';
import { tokenFor } from '../upstream/fake-google.ts';
import { serviceAccount } from '../upstream/project.ts';

/** A bound account's token opens whatever the roles allow: it is of the widest scope. */
const token = JSON.stringify({ access_token: tokenFor('cloud-platform'), expires_in: 3000, token_type: 'Bearer' });
const headers = { 'metadata-flavor': 'Google' };

function answer({ path, headers: sent }: FakeCall): Reply {
  if (sent['metadata-flavor'] !== 'Google') {
    return { status: 403, headers, body: 'Missing Metadata-Flavor:Google header.' };
  }
  switch (path) {
    case '/computeMetadata/v1/instance/service-accounts/default/token':
      return { status: 200, headers, body: token };
    case '/computeMetadata/v1/instance/service-accounts/default/email':
      return { status: 200, headers, body: `${serviceAccount}\n` };
    default:
      return { status: 404, headers, body: '' };
  }
}

let metadata: FakeUpstream;
let gcp: Gcp;
beforeEach(async () => {
  metadata = await FakeUpstream.start(answer);
  vi.stubEnv('GCE_METADATA_HOST', new URL(metadata.url).host);
  gcp = await startGcp({ env: { RUNNER_GCP_CRED_MODE: 'chain', GCP_SERVICE_ACCOUNT_KEY: undefined } });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await gcp.close();
  await metadata.close();
});

// The account is told apart by address, so that no token of one test is held for the next.
test('chain reads as the bound service account, with one token and no key [C-GCP-1]', async () => {
  resultIn(await gcp.agent.ask('network.listVpcs', {}));
  resultIn(await gcp.agent.ask('dns.listZones', {}));
  expect(metadata.calls.map(({ path }) => path)).toEqual([
    '/computeMetadata/v1/instance/service-accounts/default/token',
  ]);
  expect(gcp.upstream.calls.filter(({ path }) => path.includes('oauth2'))).toEqual([]);
  const signIn = await gcp.check('sign_in');
  expect(signIn).toMatchObject({ status: 'ok', summary: expect.stringContaining(serviceAccount) as string });
  expect(gcp.google.problems).toEqual([]);
});

test('a workload without a service account is told how to get one', async () => {
  metadata.answerWith({ status: 404, headers, body: '' });
  const fault = faultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(fault).toMatchObject({
    code: 'credential_rejected',
    data: { kind: 'bound service account', reason: 'missing' },
  });
  expect(fault.remedy).toContain('No service account is bound');
  expect(gcp.upstream.calls).toEqual([]);
});

test('a Kubernetes service account that may not act as the bound one is told the role', async () => {
  metadata.answerWith({ status: 403, headers, body: 'denied' });
  expect(faultIn(await gcp.agent.ask('network.listVpcs', {})).remedy).toContain('roles/iam.workloadIdentityUser');
});

test('what is no metadata server is given nothing and believed nothing', async () => {
  metadata.answerWith({ status: 200, body: token });
  expect(faultIn(await gcp.agent.ask('network.listVpcs', {})).remedy).toContain('only on Google Cloud');
});

test('a server that fails is upstream_down', async () => {
  metadata.answerWith({ status: 503, headers, body: '' });
  expect(faultIn(await gcp.agent.ask('network.listVpcs', {}))).toMatchObject({
    code: 'upstream_down',
    data: { status: 503 },
  });
});

test('nowhere else than on the own link of the machine is a token asked for', async () => {
  vi.stubEnv('GCE_METADATA_HOST', 'evil.example');
  expect(faultIn(await gcp.agent.ask('network.listVpcs', {})).remedy).toContain('own link');
});

test('a key or federation file that libraries would read first is not passed over in silence', async () => {
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/etc/key.json');
  const fault = faultIn(await gcp.agent.ask('network.listVpcs', {}));
  expect(fault.remedy).toContain('GOOGLE_APPLICATION_CREDENTIALS');
  expect(metadata.calls).toEqual([]);
});
