import { describe, expect, test } from 'vitest';
import { announce } from '../dev-server/fake-state.ts';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

test('shows class, state, version, number of targets and when each instance was last seen', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  const text = await page.getByRole('article', { name: 'profiler-node-a' }).innerText();
  for (const fact of ['live', 'Profiler', '0.1.0', '4 targets', 'Last seen', 'ago']) expect(text).toContain(fact);
  expect(await page.getByRole('article', { name: 'profiler-node-d' }).innerText()).toContain(
    'Two processes used this identity',
  );
});

test('shows each check with its status and remedy, what is broken first', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet?class=agent');
  const rows = page.getByRole('article', { name: 'agent-primary' }).getByRole('table').first().getByRole('row');
  expect(await rows.nth(1).innerText()).toContain('failed');
  const logs = await rows.nth(2).innerText();
  for (const fact of [
    'logs_query',
    'degraded',
    'Missing logs:read',
    'Layer: access policy',
    'Do not rotate the token',
    'Who must act: the operator of the Agent',
    '1 of 3 permissions are allowed',
  ]) {
    expect(logs).toContain(fact);
  }
  await rows.nth(2).locator('summary').click();
  const permissions = await rows.nth(2).getByRole('listitem').allInnerTexts();
  expect(permissions[0]).toMatch(/^logs:read denied, last checked /u);
  expect(permissions[1]).toMatch(/^metrics:read allowed, last checked .*, outdated$/u);
  expect(permissions[2]).toContain('It starts an export.');
  expect(await page.getByRole('article', { name: 'profiler-node-a' }).count()).toBe(0);
});

test('says what ends soon, who must act and with which command, in both languages', async () => {
  const app = await startApp();
  app.fake.state.expiries = [
    { what: 'authority_change', ends_at: '2027-01-02T03:04:05.000Z', waiting: ['agent-primary', 'profiler-node-b'] },
    { what: 'server_certificate_files', ends_at: '2027-01-09T03:04:05.000Z', waiting: [] },
  ];
  const page = await app.signIn('member', '/fleet');
  const ends = page.getByRole('region', { name: 'Expiring soon' });
  const text = await ends.innerText();
  for (const fact of [
    'The replaced certificate authority expires on Jan 02, 2027',
    'Give browsers and pipelines (FAROL_CA_FILE) the current ca.pem of the control plane before that day.',
    '2 instances have not confirmed: agent-primary, profiler-node-b.',
    'farol control rotate-keys --status',
    'The certificate of the control plane expires on Jan 09, 2027',
    'must renew the files of FAROL_TLS_CERT_FILE',
  ]) {
    expect(text).toContain(fact);
  }
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const portuguese = await app.signIn('admin', '/fleet', { locale: 'pt-BR' });
  expect(await portuguese.getByRole('region', { name: 'Vence em breve' }).innerText()).toContain(
    '2 instâncias ainda não confirmaram: agent-primary, profiler-node-b.',
  );
});

test('shows no expiries while nothing expires soon', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  await settle(page);
  expect(await page.getByRole('region', { name: 'Expiring soon' }).count()).toBe(0);
});

test('revokes after a confirmation, and Escape leaves everything as it was', async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/fleet');
  const card = page.getByRole('article', { name: 'profiler-node-b' });
  const revoke = card.getByRole('button', { name: 'Revoke…' });
  await revoke.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Revoke profiler-node-b?' });
  await dialog.waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Cancel');
  await page.keyboard.press('Escape');
  // By element, not by role: a closed dialog has no role before it leaves the page.
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await page.locator(':focus').textContent()).toBe('Revoke…');
  expect(app.fake.state.fleet.find(({ instance }) => instance === 'profiler-node-b')?.state).toBe('live');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await card.getByText('revoked', { exact: true }).waitFor();
  expect(app.fake.state.fleet.find(({ instance }) => instance === 'profiler-node-b')?.state).toBe('revoked');
});

test('keeps the focus inside an open dialog', async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/fleet');
  await page.getByRole('article', { name: 'profiler-node-b' }).getByRole('button', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const seen = new Set<string | null>();
  for (const _step of [1, 2, 3, 4, 5]) {
    seen.add(await page.evaluate('document.activeElement?.closest("dialog, main, header")?.tagName ?? "BODY"'));
    await page.keyboard.press('Tab');
  }
  expect([...seen].filter((where) => where !== 'DIALOG' && where !== 'BODY')).toEqual([]);
});

test('allows one re-enrolment', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/fleet');
  const card = page.getByRole('article', { name: 'profiler-node-d' });
  await card.getByRole('button', { name: 'Allow re-enrolment…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).click();
  expect(await isShown(card.getByText('One re-enrolment with a new key is allowed.'))).toBe(true);
});

test('a refusal stays in the dialog with its reason', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/fleet');
  await settle(page);
  const [session] = app.fake.state.sessions.values();
  Object.assign(session?.person ?? {}, { role: 'member' });
  await page.getByRole('article', { name: 'profiler-node-b' }).getByRole('button', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  expect(await isShown(dialog.getByText('Only an owner or an admin may do this.'))).toBe(true);
});

test('explains to a member why the actions are disabled', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  const revoke = page.getByRole('article', { name: 'profiler-node-a' }).getByRole('button', { name: 'Revoke…' });
  expect(await revoke.getAttribute('aria-disabled')).toBe('true');
  const reason = await revoke.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${reason}"]`).textContent()).toBe(
    'Only an owner or admin can revoke or re-enrol instances.',
  );
  await revoke.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('follows an instance that goes away', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  const card = page.getByRole('article', { name: 'agent-primary' });
  await card.getByText('live', { exact: true }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  const { state } = app.fake;
  state.fleet = state.fleet.map((one) => (one.instance === 'agent-primary' ? { ...one, state: 'offline' } : one));
  announce(state, { type: 'fleet' });
  expect(await isShown(card.getByText('offline', { exact: true }))).toBe(true);
});

describe('where nothing is enrolled', () => {
  test('an admin creates a bootstrap token and gets the commands on the page itself', async () => {
    const app = await startApp({ isEmpty: true });
    const page = await app.signIn('admin', '/fleet');
    const section = page.getByRole('region', { name: 'Nothing is enrolled yet.' });
    await section.getByLabel('Name').fill('first');
    await section.getByLabel('Instances').fill('3');
    await section.getByRole('button', { name: 'Create a bootstrap token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token “first”' });
    expect(await dialog.getByRole('region', { name: 'Command to run' }).textContent()).toMatch(/rboot_[^]*docker run/u);
    expect(app.fake.state.tokens).toMatchObject([{ name: 'first', uses_left: 3 }]);
  });

  test('a member reads who creates one, and gets no form', async () => {
    const app = await startApp({ isEmpty: true });
    const page = await app.signIn('member', '/fleet');
    await page.getByText('An owner or admin creates a bootstrap token').waitFor();
    expect(await page.getByRole('button', { name: 'Create a bootstrap token' }).count()).toBe(0);
  });
});
