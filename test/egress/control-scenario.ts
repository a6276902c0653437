/**
 * What runs inside the network namespace of `egress.test.ts`: a control plane on PostgreSQL, and everything in it that
 * another product would send an event for. People and instances connect to it; it connects to its database and to the
 * configured identity provider. Prints one
 * JSON object: where connections may go, what happened, and where it went on purpose.
 */
import { setDefaultResultOrder } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureAccepted, CaptureRecord, Fleet, RecordedActs, TokenCreated } from '../../src/control/api/api.ts';
import { startTestControl } from '../control-plane.ts';
import { startIdentityProvider } from '../identity-provider.ts';
import { startInstance } from '../instance.ts';
import { startPostgres } from '../postgres.ts';
import { SsoBrowser } from '../sso-browser.ts';
import { goElsewhere } from './go-elsewhere.ts';

// The app is at localhost, and listens at 127.0.0.1.
setDefaultResultOrder('ipv4first');
const postgres = await startPostgres();
const database = await postgres.createDatabase();
const idp = await startIdentityProvider();
const running = await startTestControl({ ...idp.env, FAROL_DATABASE_URL: database });
await idp.serve(running.control.addresses.app);
const { enroll, tunnel } = running.control.addresses;
const owner = await running.signIn('owner');
const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const { status, text } = await running.send({ method, path, headers: owner, ...(body !== undefined && { body }) });
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

await send('PUT', '/api/settings/profiler', { enabled: true });
await new SsoBrowser(running).signIn();
await send('POST', '/api/people/invitations', { name: 'Eva', role: 'member' });
const { token, value } = TokenCreated.parse(await send('POST', '/api/tokens', { kind: 'capture', name: 'ci' }));
const reason = { code: 'not_listed', text: 'The process is not in the target list.' };
const client = await startInstance(running, {
  class: 'profiler',
  instance: 'node-1',
  owner,
  handlers: { 'capture.start': async () => ({ answer: 'declined', reason }) },
});
await until(async () => Fleet.parse(await send('GET', '/api/fleet')).instances[0]?.state === 'live');
const { request_id: id } = CaptureAccepted.parse(
  (
    await running.send({
      method: 'POST',
      path: '/api/profiling/captures',
      headers: { authorization: `Bearer ${value}` },
      body: { workload: 'app', version: '1' },
    })
  ).json(),
);
let status = '';
await until(async () => {
  ({ status } = CaptureRecord.parse(await send('GET', `/api/profiling/captures/${id}`)));
  return status !== 'queued';
});
await send('DELETE', `/api/tokens/${token.id}`);
await send('POST', '/api/fleet/node-1/revoke');
await until(async () => client.state().state === 'stopped');
await send('PUT', '/api/settings/profiler', { enabled: false });
const { acts } = RecordedActs.parse(await send('GET', '/api/acts?limit=50'));
await client.close();
await running.close();
await postgres.stop();

await idp.close();

const hosts = [database, idp.issuer, enroll, tunnel].map((one) => new URL(one).host);
const forbidden = await goElsewhere();
const happened = [...new Set(acts.map(({ kind }) => kind)), `capture ${status}`].toSorted();
process.stdout.write(`${JSON.stringify({ allowed: hosts, happened, forbidden })}\n`);
process.exit(0);

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let left = 600; !(await isDone()); left -= 1) {
    if (left === 0) throw new Error('it did not happen within 30 s');
    await sleep(50);
  }
}
