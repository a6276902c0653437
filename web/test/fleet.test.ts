/**
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { announce } from '../dev-server/fake-state.ts';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';
import { isSmooth, scrollSteps } from './scroll-steps.ts';

const startApp = useApp();

test('lists one row an instance: class, version, state, connectors as counts, and what it needs first', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  const table = page.getByRole('table', { name: 'Fleet' });
  const rowOf = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `, 'u') }).innerText();
  const agent = await rowOf('agent-primary');
  for (const fact of ['Agent', '0.1.0', 'live', '1 failed', '1 degraded', '1 pending']) expect(agent).toContain(fact);
  expect(await rowOf('profiler-node-a')).toContain('Nothing needs to be done.');
  expect(await rowOf('profiler-node-d')).toContain('Two copies of its identity were seen');
  // Worst first: the locked one, then the one that is away.
  const first = await table.getByRole('rowheader').allInnerTexts();
  expect(first.slice(0, 3)).toEqual(['profiler-node-d', 'profiler-node-c', 'agent-primary']);
  expect(first.at(-1)).toBe('agent-retired');
});

test('sorts by a column and filters by name, class and state, all in the address', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  const names = () => page.getByRole('table', { name: 'Fleet' }).getByRole('rowheader').allInnerTexts();
  await page.getByRole('button', { name: 'Instance' }).press('Enter');
  expect(await names()).toEqual((await names()).toSorted());
  expect(new URL(page.url()).search).toBe('?sort=instance');
  await page.getByRole('button', { name: 'Instance' }).press('Enter');
  expect(await names()).toEqual((await names()).toSorted().toReversed());
  await page.getByLabel('State').selectOption('needs action');
  expect(await names()).not.toContain('profiler-node-a');
  await page.getByLabel('Class').selectOption('Profiler');
  await page.getByLabel('Name contains').fill('node-b');
  expect(await names()).toEqual(['profiler-node-b']);
  expect(new URL(page.url()).search).toBe('?q=node-b&class=profiler&state=needs&sort=-instance');
  await page.reload();
  await settle(page);
  expect(await names()).toEqual(['profiler-node-b']);
  expect(await isShown(page.getByText('1 of 6 instances'))).toBe(true);
  await page.getByLabel('Name contains').fill('nothing-like-it');
  expect(await isShown(page.getByText('No instance matches.'))).toBe(true);
  await page.getByRole('link', { name: 'Show all' }).click();
  expect(await names()).toHaveLength(6);
});

test('a thousand instances scroll without a stall, and the last one is reached', async () => {
  const app = await startApp();
  const [agent] = app.fake.state.fleet.filter(({ instance }) => instance === 'agent-primary');
  app.fake.state.fleet = Array.from({ length: 1000 }, (_, at) => ({
    ...agent!,
    instance: `agent-${String(at).padStart(4, '0')}`,
  }));
  const page = await app.signIn('member', '/fleet');
  await page.getByRole('link', { name: 'agent-0000' }).waitFor();
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  const steps = await scrollSteps(page, '.fleet-windowed');
  expect(steps).toSatisfy(isSmooth);
  expect(await isShown(page.getByRole('link', { name: 'agent-0999' }))).toBe(true);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const gap = await page.evaluate<number>(
    "[...document.querySelectorAll('tbody tr:not(.row-room)')].filter((one) => one.getBoundingClientRect().height !== 40).length",
  );
  expect(gap).toBe(0);
}, 30_000);

test('on a phone a thousand instances are cards of one height, and the last one is reached', async () => {
  const app = await startApp();
  const [agent] = app.fake.state.fleet.filter(({ instance }) => instance === 'agent-primary');
  app.fake.state.fleet = Array.from({ length: 1000 }, (_, at) => ({
    ...agent!,
    instance: `agent-${String(at).padStart(4, '0')}`,
  }));
  const page = await app.signIn('member', '/fleet', { viewport: { width: 390, height: 844 } });
  const first = page.getByRole('link', { name: 'agent-0000' });
  await first.waitFor();
  const size = await page.evaluate<number[]>(`(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.querySelector('.fleet-windowed');
    return [scrollWidth - clientWidth, scrollHeight];
  })()`);
  expect(size).toEqual([0, 1000 * 112]);
  expect(await isShown(page.getByRole('row', { name: /agent-0000/u }).getByText('1 failed'))).toBe(true);
  await page.evaluate("document.querySelector('.fleet-windowed').scrollTo(0, 1e6)");
  await page.getByRole('link', { name: 'agent-0999' }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
}, 30_000);

test('the page of an instance shows by connector what needs somebody, and folds the rest', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet');
  await page.getByRole('link', { name: 'agent-primary' }).press('Enter');
  await page.waitForURL('**/fleet/agent-primary');
  const needs = page.getByRole('region', { name: 'Needs action', exact: true });
  const logs = needs.getByRole('row', { name: /logs_query/u });
  for (const fact of [
    'degraded',
    'Missing logs:read',
    'Layer: access policy',
    'Do not rotate the token',
    'Who must act: the operator of the Agent',
    '1 of 3 permissions are allowed',
  ]) {
    expect(await logs.innerText()).toContain(fact);
  }
  await logs.locator('summary').click();
  const permissions = await logs.getByRole('listitem').allInnerTexts();
  expect(permissions[0]).toMatch(/^logs:read denied, last checked /u);
  expect(permissions[1]).toMatch(/^metrics:read allowed, last checked .*, outdated$/u);
  expect(permissions[2]).toContain('It starts an export.');
  const [worst] = await needs
    .getByRole('row')
    .filter({ hasText: /failed|degraded|pending/u })
    .allInnerTexts();
  expect(worst).toContain('failed');
  expect(await needs.getByText('A query of one series answered.').isVisible()).toBe(false);
  await needs.getByText('1 check ok', { exact: true }).click();
  expect(await isShown(needs.getByText('A query of one series answered.'))).toBe(true);
  const facts = await page.getByRole('region', { name: 'Identity and version' }).innerText();
  for (const fact of ['0.1.0', '5f5f5f', 'the current one', 'expires on Nov 20, 2036']) expect(facts).toContain(fact);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('from an Agent one comes to what it answers, and its questions go to it', async () => {
  const app = await startApp();
  app.fake.state.configured = new Map([
    ['grafana', ['agent-primary']],
    ['slack', ['agent-other']],
  ]);
  const page = await app.signIn('member', '/fleet/agent-primary');
  await page.getByRole('link', { name: 'Operations that this Agent answers' }).click();
  await page.getByRole('link', { name: 'metrics.query', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'chat.postMessage' }).count()).toBe(0);
  await page.getByRole('link', { name: 'metrics.query', exact: true }).click();
  expect(new URL(page.url()).search).toBe('?instance=agent-primary');
});

test('the page of a Profiler lists its latest captures', async () => {
  const app = await startApp();
  const [capture] = app.fake.state.captures;
  const [taken] = app.fake.state.captures.flatMap(({ instances }) => instances);
  const page = await app.signIn('member', `/fleet/${taken?.instance ?? ''}`);
  expect(capture).toBeDefined();
  const table = page.getByRole('table', { name: 'Latest captures' });
  expect(await isShown(table.getByRole('link').first())).toBe(true);
});

test('an instance that does not exist is not found', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet/agent-9');
  expect(await isShown(page.getByText('This organization has no such instance.'))).toBe(true);
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
  const page = await app.signIn('admin', '/fleet/profiler-node-b');
  const card = page.getByRole('main');
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
  const page = await app.signIn('admin', '/fleet/profiler-node-b');
  await page.getByRole('button', { name: 'Revoke…' }).click();
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
  const page = await app.signIn('owner', '/fleet/profiler-node-d');
  const card = page.getByRole('main');
  await card.getByRole('button', { name: 'Allow re-enrolment…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow once' }).click();
  expect(await isShown(card.getByText('One re-enrolment with a new key is allowed.'))).toBe(true);
});

test('a refusal stays in the dialog with its reason', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/fleet/profiler-node-b');
  await settle(page);
  const [session] = app.fake.state.sessions.values();
  Object.assign(session?.person ?? {}, { role: 'member' });
  await page.getByRole('button', { name: 'Revoke…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  expect(await isShown(dialog.getByText('Only an owner or an admin may do this.'))).toBe(true);
});

test('explains to a member why the actions are disabled', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet/profiler-node-a');
  const revoke = page.getByRole('button', { name: 'Revoke…' });
  await revoke.waitFor();
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
  const card = page.getByRole('row', { name: /agent-primary/u });
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
    const command = dialog.getByRole('region', { name: 'Command to run' });
    expect(await command.textContent()).toMatch(/rboot_[^]*docker run/u);
    expect(app.fake.state.tokens).toMatchObject([{ name: 'first', uses_left: 3 }]);
    // The first connection lists an instance; the token is still needed for the next ones.
    const { state } = app.fake;
    const seeded = { class: 'agent', state: 'live', enrolled_at: new Date().toISOString() } as const;
    state.enrolledWith.set('edge-1', state.tokens[0]?.id ?? '');
    state.fleet = [{ ...seeded, instance: 'edge-1', reenrolment_allowed: false, checks: [] }];
    announce(state, { type: 'fleet' });
    await dialog.getByText('Connected:').waitFor();
    expect(await command.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    expect(await isShown(page.getByRole('link', { name: 'edge-1' }))).toBe(true);
  });

  test('a member reads who creates one, and gets no form', async () => {
    const app = await startApp({ isEmpty: true });
    const page = await app.signIn('member', '/fleet');
    await page.getByText('An owner or admin creates a bootstrap token').waitFor();
    expect(await page.getByRole('button', { name: 'Create a bootstrap token' }).count()).toBe(0);
  });
});
