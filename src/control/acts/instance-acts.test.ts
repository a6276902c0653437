/** What is recorded of an instance from its enrolment to its end: each act once, with who, and nothing of what was refused. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { AuditList } from '../api/api.ts';

const instance = 'node-1';

let running: TestControl;
let owner: Readonly<Record<string, string>>;
let admin: Readonly<Record<string, string>>;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  admin = await running.signIn('admin');
});
afterAll(() => running.close());

/** Each time as a new machine of this name, which has no identity. */
async function enrol(): Promise<void> {
  await rm(path.join(running.folder, 'instances'), { recursive: true, force: true });
  const tunnel = await startInstance(running, { class: 'agent', instance, owner, handlers: {} });
  // It writes its identity while it connects, and the next one removes that.
  await expect.poll(() => tunnel.state().state, { timeout: 20_000 }).toBe('live');
  await tunnel.close();
}

const change = async (act: 'revoke' | 'allow-reenrolment', headers = owner, name = instance): Promise<number> =>
  (await running.send({ method: 'POST', path: `/api/fleet/${name}/${act}`, headers })).status;

async function listActs(): Promise<unknown[]> {
  const answer = await running.send({ path: `/api/audit?about=${instance}`, headers: owner });
  return AuditList.parse(answer.json()).entries.map(({ kind, by, subject, way, detail }) => [
    kind,
    by.type,
    by.name,
    subject.id,
    way,
    detail.class,
  ]);
}

const enrolled = ['instance_enrolled', 'token', instance, instance, 'token', 'agent'];
const allowed = ['reenrolment_allowed', 'person', 'admin of acme', instance, 'page', 'agent'];
const revoked = ['instance_revoked', 'person', 'owner of acme', instance, 'page', 'agent'];

test('an enrolment, one more that was allowed, and the end are recorded once each', async () => {
  await enrol();
  expect(await listActs()).toEqual([enrolled]);
  await expect(enrol()).rejects.toMatchObject({ code: 'instance_exists' });
  expect(await listActs()).toEqual([enrolled]);
  expect(await change('allow-reenrolment', admin)).toBe(200);
  await enrol();
  expect(await listActs()).toEqual([enrolled, allowed, enrolled]);
  expect([await change('revoke'), await change('revoke')]).toEqual([200, 200]);
  await expect(enrol()).rejects.toMatchObject({ code: 'instance_exists' });
  expect(await listActs()).toEqual([revoked, enrolled, allowed, enrolled]);
});

test('what a member tries, and what is tried on an instance that is not there, is no act', async () => {
  const before = await listActs();
  const member = await running.signIn('member');
  expect([await change('revoke', member), await change('allow-reenrolment', member)]).toEqual([403, 403]);
  expect([await change('revoke', owner, 'nobody'), await change('allow-reenrolment', owner, 'nobody')]).toEqual([
    404, 404,
  ]);
  expect(await listActs()).toEqual(before);
  const answer = await running.send({ path: '/api/audit?about=nobody', headers: owner });
  expect(AuditList.parse(answer.json()).entries).toEqual([]);
});
