/**
 * @module-tag deep
 */
import { expect, test } from 'vitest';
import { findAccessibilityFaults, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

test('what an Agent found and what to do about it is in Portuguese, and what is not known is marked as English', async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/fleet/agent-primary', { locale: 'pt-BR' });
  await settle(page);
  const known = page.getByText(
    'Acrescente o escopo logs:read à política de acesso deste token. Não troque o token: ele é válido.',
  );
  expect(await isShown(known.first())).toBe(true);
  expect(await isShown(page.getByText('Falta uma permissão à credencial.').first())).toBe(true);
  const unknown = page.getByText('Set EKS_CLUSTER when this agent serves a cluster; otherwise nothing.');
  expect(await unknown.first().getAttribute('lang')).toBe('en');
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a refusal is in Portuguese as a whole, with nothing of it in English beside it', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/fleet/profiler-node-b', { locale: 'pt-BR' });
  await settle(page);
  const [session] = app.fake.state.sessions.values();
  Object.assign(session?.person ?? {}, { role: 'member' });
  await page.getByRole('button', { name: 'Revogar…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  expect(await isShown(dialog.getByText('Só um proprietário ou administrador pode fazer isto.'))).toBe(true);
  expect(await dialog.getByText('Only an owner or an admin may do this.').count()).toBe(0);
});

test('a refusal whose sentence is not known says what its code means, and then the English', async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/profiling', { locale: 'pt-BR' });
  await page.route('**/api/instances', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'role_required', message: 'A newer sentence.', request_id: 'r-1' } }),
    }),
  );
  await page.goto(`${app.fake.origin}/fleet`);
  expect(await isShown(page.getByText('Seu papel não permite esta ação.'))).toBe(true);
  expect(await page.getByText('A newer sentence.').getAttribute('lang')).toBe('en');
});
