import { expect, test } from 'vitest';
import { findAccessibilityFaults, isGone, isShown, settle, useApp } from './open-app.ts';

const startApp = useApp();

test('says what enabling the Profiler grants before the act, and who did it when after [P-AUTH-2]', async () => {
  const app = await startApp({ isEmpty: true });
  const page = await app.signIn('owner', '/settings/profiler');
  await page.getByText('five kernel capabilities').waitFor();
  await page.getByRole('button', { name: 'Enable the Profiler…' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.textContent()).toContain('recorded with your name');
  expect(app.fake.state.profilerChanges).toEqual([]);
  await dialog.getByRole('button', { name: 'Enable', exact: true }).click();
  await page.getByText('by Ana Lima,').waitFor();
  expect(app.fake.state.profilerChanges[0]).toMatchObject({ enabled: true, changed_by: 'Ana Lima' });
  await page.getByRole('heading', { name: 'Recorded decisions' }).waitFor();
});

test('says what disabling ends', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/profiler');
  await page.getByRole('button', { name: 'Disable the Profiler…' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.textContent()).toContain('queued requests fail with profiler_disabled');
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByText('by Bruno Sá,').waitFor();
});

test('a member sees the setting and why it is not theirs to change', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/profiler');
  const button = page.getByRole('button', { name: 'Disable the Profiler…' });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Only an owner or admin can change this.').waitFor();
});

test('shows a capture token once and keeps nothing of it [P-TOK-1]', async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/tokens');
  const section = page.getByRole('region', { name: 'Profiler capture tokens', exact: true });
  await section.getByLabel('Name').fill('nightly');
  await section.getByRole('button', { name: 'Create a capture token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token “nightly”' });
  const value = (await dialog.getByRole('region', { name: 'Token', exact: true }).textContent()) ?? '';
  expect(value).toMatch(/^rpcap_/u);
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await section.getByRole('row', { name: /nightly/u }).waitFor();
  expect(await page.content()).not.toContain(value);
  await page.reload();
  await settle(page);
  expect(await page.content()).not.toContain(value);
  expect(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])'),
  ).not.toContain(value);
});

test.each([
  ['Profiler capture tokens', 'a capture token', ['curl', 'farol command']],
  ['Read tokens', 'a read token', ['curl', 'farol command']],
  ['MCP tokens', 'an MCP token', ['Claude Code', 'Codex']],
  ['Incident tokens', 'an incident token', ['Deploy', 'Incident']],
])(
  'of %s the command is complete: address, token and authority, with a button that copies it',
  { tags: ['deep'] },
  async (title, name, uses) => {
    const app = await startApp();
    const options = { permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 390, height: 844 } };
    const page = await app.signIn('admin', '/settings/tokens', options);
    const section = page.getByRole('region', { name: title, exact: true });
    const create = section.getByRole('button', { name: `Create ${name}` });
    await create.waitFor();
    // The form is behind a button of the same name.
    if ((await section.getByRole('table').count()) > 0) await create.click();
    await section.getByLabel('Name').fill('ci');
    await create.click();
    const dialog = page.getByRole('dialog');
    const value = (await dialog.getByRole('region', { name: 'Token', exact: true }).textContent()) ?? '';
    await dialog.getByRole('tab').first().waitFor();
    expect(await dialog.getByRole('tab').allInnerTexts()).toEqual(uses);
    for (const use of uses) {
      await dialog.getByRole('tab', { name: use, exact: true }).click();
      await dialog.getByRole('button', { name: 'Copy command' }).click();
      await dialog.getByRole('status').getByText('Copied').waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      const parts = [`='${value}'`, app.fake.origin, '-----END CERTIFICATE-----', 'ca.pem'];
      expect(parts.filter((part) => !copied.includes(part))).toEqual([]);
    }
    // Nothing is cut off at the edge of the dialog.
    expect(
      await dialog.locator('pre').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
    ).toBe(0);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  },
);

test(
  'on a phone tokens come before the form, which a button opens and gives the focus',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('admin', '/settings/tokens', { viewport: { width: 390, height: 844 } });
    const section = page.getByRole('region', { name: 'Profiler capture tokens', exact: true });
    const create = section.getByRole('button', { name: 'Create a capture token' });
    await create.waitFor();
    expect(await section.getByLabel('Name').count()).toBe(0);
    await create.click();
    expect(await section.getByLabel('Name').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  },
);

test('copies a token to the clipboard and says so', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/tokens', { permissions: ['clipboard-read', 'clipboard-write'] });
  const section = page.getByRole('region', { name: 'Read tokens', exact: true });
  await section.getByLabel('Name').fill('reader');
  await section.getByLabel('Expires').selectOption('in 7 days');
  await section.getByRole('button', { name: 'Create a read token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy Token' }).click();
  await dialog.getByRole('status').getByText('Copied').waitFor();
  const value = await dialog.getByRole('region', { name: 'Token', exact: true }).textContent();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
  const [token] = app.fake.state.tokens;
  expect(Date.parse(token?.expires_at ?? '') - Date.parse(token?.created_at ?? '')).toBe(7 * 86_400_000);
});

test('a read token asks nothing unless reads, or writes one by one, are chosen', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/tokens');
  const section = page.getByRole('region', { name: 'Read tokens', exact: true });
  const create = async (name: string): Promise<void> => {
    await section.getByLabel('Name').fill(name);
    await section.getByRole('button', { name: 'Create a read token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  };
  await section.getByLabel('Every read (operations)').check();
  await section.getByText('Writes, one by one').click();
  await section.getByLabel('tickets.create').check();
  await section.getByLabel('chat.postMessage').check();
  await section.getByLabel('chat.postMessage').uncheck();
  // Reads are not among the writes.
  expect(await section.getByLabel('metrics.query').count()).toBe(0);
  await create('nightly report');
  expect(app.fake.state.tokens[0]?.scopes).toEqual(['operations', 'tickets.create']);
  await section.getByRole('row', { name: /nightly report operations, tickets\.create valid/u }).waitFor();
  // The next one starts without any.
  await create('dashboard');
  expect(app.fake.state.tokens[0]).not.toHaveProperty('scopes');
  await section.getByRole('row', { name: /dashboard nothing valid/u }).waitFor();
});

test('an MCP token asks reads, and reads captures where that was chosen', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/tokens');
  const section = page.getByRole('region', { name: 'MCP tokens', exact: true });
  const create = async (name: string): Promise<void> => {
    await section.getByLabel('Name').fill(name);
    await section.getByRole('button', { name: 'Create an MCP token' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  };
  await section.getByLabel('Captures and comparisons too (captures)').check();
  await create('laptop of Ana');
  expect(app.fake.state.tokens[0]).toMatchObject({ kind: 'mcp', scopes: ['captures'] });
  await section.getByRole('row', { name: /laptop of Ana every read, captures valid/u }).waitFor();
  await create('on call');
  await section.getByRole('row', { name: /on call every read valid/u }).waitFor();
});

test(
  'gives a bootstrap token with the complete command for each way to install, and remembers the way',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('owner', '/settings/enrolment');
    const dialog = page.getByRole('dialog');
    const command = dialog.getByRole('region', { name: 'Command to run' });
    const create = async (): Promise<void> => {
      await page.getByLabel('Name').fill('node-e');
      await page.getByLabel('For').selectOption('profiler');
      await page.getByRole('button', { name: 'Create a bootstrap token' }).click();
    };
    await create();
    expect(await command.textContent()).toMatch(/rboot_[^]*docker run [^]*farol-profiler:v/u);
    await dialog.getByRole('tab', { name: 'Kubernetes' }).click();
    expect(await command.textContent()).toMatch(/kubectl apply [^]*rboot_[^]*helm upgrade/u);
    expect(await dialog.textContent()).toContain('Replace PROCESS');
    await dialog.getByRole('tab', { name: 'systemd or host' }).click();
    expect(await command.textContent()).toMatch(/tar -xzf [^]*rboot_[^]*systemctl restart farol-profiler/u);
    await page.reload();
    await create();
    expect(await command.textContent()).toContain('systemctl');
  },
);

test('a bootstrap token enrols as many instances, for as long, as its form says', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/enrolment');
  await page.getByLabel('Name').fill('cluster');
  await page.getByLabel('Expires').selectOption('in 30 days');
  for (const wrong of ['', '0', '1.5', '10001', 'many']) {
    await page.getByLabel('Instances').fill(wrong);
    await page.getByRole('button', { name: 'Create a bootstrap token' }).click();
    await page.getByText('Enter a whole number from 1 to 10000.').waitFor();
  }
  await page.getByLabel('Instances').fill('50');
  await page.getByRole('button', { name: 'Create a bootstrap token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row', { name: /^cluster/u });
  await row.waitFor();
  const cells = row.getByRole('cell');
  expect((await cells.allInnerTexts()).slice(0, 3)).toEqual(['Agent', 'valid', '50']);
  const [token] = app.fake.state.tokens;
  expect(Date.parse(token?.expires_at ?? '') - Date.parse(token?.created_at ?? '')).toBe(30 * 86_400_000);
});

test(
  'a token works for 90 days unless another time is chosen; never is a choice with a warning',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('admin', '/settings/tokens');
    for (const title of ['Profiler capture tokens', 'Read tokens', 'MCP tokens', 'Incident tokens']) {
      const section = page.getByRole('region', { name: title, exact: true });
      expect(await section.getByLabel('Expires').inputValue()).toBe('quarter');
    }
    const section = page.getByRole('region', { name: 'Read tokens', exact: true });
    const create = async (name: string): Promise<number> => {
      await section.getByLabel('Name').fill(name);
      await section.getByRole('button', { name: 'Create a read token' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'I have copied it' }).click();
      const [token] = app.fake.state.tokens;
      return Date.parse(token?.expires_at ?? '') - Date.parse(token?.created_at ?? '');
    };
    expect(await create('quarterly')).toBe(90 * 86_400_000);
    await section.getByLabel('Expires').selectOption('never');
    expect(await isShown(section.getByText('If it leaks, it works until somebody revokes it.'))).toBe(true);
    expect(await create('for ever')).toBeNaN();
    await page.goto(`${app.fake.origin}/settings/enrolment`);
    expect(await page.getByLabel('Expires').inputValue()).toBe('day');
  },
);

test('the end of a token is announced to admins where they look first', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const { state } = app.fake;
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  state.tokens = state.tokens.map((one) => (one.id === 'tok-1' ? { ...one, expires_at: inDays(5) } : one));
  const page = await app.signIn('admin', '/profiling');
  const notice = page.getByText('The capture token “deploy pipeline” expires on');
  for (const address of ['/profiling', '/fleet']) {
    await page.goto(app.fake.origin + address);
    expect(await isShown(notice)).toBe(true);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Open Tokens' }).click();
  await page
    .getByRole('row', { name: /^deploy pipeline/u })
    .getByText('expires soon')
    .waitFor();
  expect(await isShown(notice)).toBe(true);
  const member = await app.signIn('member', '/profiling');
  await settle(member);
  expect(await member.getByText('expires on').count()).toBe(0);
});

test('revokes a token after a confirmation', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/tokens');
  await page.getByRole('button', { name: 'Revoke deploy pipeline' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('row', { name: /deploy pipeline/u })
    .getByText('revoked')
    .waitFor();
  expect(app.fake.state.tokens.find(({ name }) => name === 'deploy pipeline')?.revoked_at).toBeDefined();
});

test(
  'rotates a token: the new value is shown once, the former one works for the chosen time',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('admin', '/settings/tokens');
    const section = page.getByRole('region', { name: 'Profiler capture tokens', exact: true });
    expect(await section.getByRole('row', { name: /^deploy pipeline/u }).innerText()).toContain('rpcap_k3vd…');
    expect(await section.getByRole('row', { name: /^on-call/u }).innerText()).not.toContain('rpcap_');
    await page.getByRole('button', { name: 'Rotate deploy pipeline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate “deploy pipeline”?' });
    const overlap = dialog.getByLabel('The former token works');
    expect(await overlap.inputValue()).toBe('day');
    await overlap.selectOption({ label: 'for 7 days' });
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Token “deploy pipeline”' });
    expect(await shown.getByRole('region', { name: 'Token', exact: true }).textContent()).toMatch(/^rpcap_/u);
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    const former = section.getByRole('row', { name: /^deploy pipeline/u }).filter({ hasText: 'replaced, still works' });
    await former.waitFor();
    expect(await former.getByRole('button').allInnerTexts()).toEqual(['Revoke']);
    const [next, before] = app.fake.state.tokens.filter(({ name }) => name === 'deploy pipeline');
    expect(before?.replaced_by).toBe(next?.id);
    expect(Date.parse(before?.expires_at ?? '') - Date.parse(next?.created_at ?? '')).toBe(7 * 86_400_000);
    await page.goto(`${app.fake.state.address}/settings/enrolment`);
    await page.getByRole('row', { name: /node-c/u }).waitFor();
    expect(await page.getByRole('button', { name: /^Rotate/u }).count()).toBe(0);
  },
);

test('names an empty and a too long token name at its field', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/tokens');
  const section = page.getByRole('region', { name: 'Read tokens', exact: true });
  await section.getByRole('button', { name: 'Create a read token' }).click();
  await section.getByText('Enter a name.').waitFor();
  expect(await page.locator(':focus').getAttribute('name')).toBe('name');
  await section.getByLabel('Name').fill('n'.repeat(81));
  await section.getByRole('button', { name: 'Create a read token' }).click();
  await section.locator('.field-error').waitFor();
  expect(app.fake.state.tokens.filter(({ name }) => name.startsWith('nnn'))).toEqual([]);
});

test('explains to a member why tokens are not shown, and requests none', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/tokens');
  expect(await isShown(page.getByText('Only an owner or admin can see this.'))).toBe(true);
});

test('invites a person by a link shown once', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/people');
  await page.getByLabel('Name').fill('Eva Stone');
  expect(await page.getByLabel('Role').locator('option').allTextContents()).toEqual(['member', 'admin']);
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation for Eva Stone' });
  const link = (await dialog.getByRole('region', { name: 'link' }).textContent()) ?? '';
  expect(link).toContain('/welcome#');
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('row', { name: /Eva Stone/u }).waitFor();
  expect(await page.content()).not.toContain(link);
});

test('an owner makes a sign-in link for a person and removes one', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/people');
  await page.getByRole('button', { name: 'Sign-in link for Chen Wei' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create the link' }).click();
  const shown = page.getByRole('dialog', { name: 'Sign-in link for Chen Wei' });
  await shown.getByRole('region', { name: 'link' }).waitFor();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('row', { name: /Chen Wei sign-in link/u }).waitFor();
  await page.getByRole('button', { name: 'Remove Chen Wei' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  expect(await isGone(page.getByRole('button', { name: 'Remove Chen Wei' }))).toBe(true);
  // The open link made for them is gone with them.
  expect(await page.getByRole('row', { name: /Chen Wei/u }).count()).toBe(0);
});

test(
  'removal says what ends with the person and revokes their tokens unless the remover keeps them',
  { tags: ['deep'] },
  async () => {
    for (const kept of [false, true]) {
      const app = await startApp();
      const page = await app.signIn('owner', '/settings/people');
      await page.getByRole('button', { name: 'Remove Bruno Sá' }).click();
      const dialog = page.getByRole('dialog');
      const choice = dialog.getByLabel('Revoke these tokens');
      expect(await choice.isChecked()).toBe(true);
      const text = await dialog.textContent();
      expect(text).toContain('1 open link created by or for them is withdrawn:Bruno Sá (sign-in link)');
      expect(text).toContain('1 unused bootstrap token is revoked:staging cluster');
      expect(text).toContain('on-call investigations (capture token)');
      expect(text).toContain('Check that you know them:Chen Wei (member)');
      if (kept) await choice.uncheck();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      expect(await isGone(page.getByRole('button', { name: 'Remove Bruno Sá' }))).toBe(true);
      const revoked = app.fake.state.tokens.filter(
        (one) => one.created_by === 'Bruno Sá' && one.revoked_at !== undefined,
      );
      expect(revoked.map(({ name }) => name)).toEqual([...(kept ? [] : ['on-call investigations']), 'staging cluster']);
      await app.fake.close();
    }
  },
);

test('an open invitation names its maker and is withdrawn after a confirmation', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/people');
  await page.getByRole('row', { name: /Dora Klein invitation member Ana Lima/u }).waitFor();
  await page.getByRole('button', { name: 'Withdraw invitation for Dora Klein' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  expect(await isGone(page.getByRole('row', { name: /Dora Klein/u }))).toBe(true);
  expect(app.fake.state.people.invitations).toEqual([]);
});

test('a member sees open links and is offered no act on them', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('member', '/settings/people');
  const row = page.getByRole('row', { name: /Dora Klein invitation/u });
  await row.waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

test(
  'an admin readmits somebody of the provider who was removed; a member does not see them',
  { tags: ['deep'] },
  async () => {
    const app = await startApp();
    const page = await app.signIn('admin', '/settings/people');
    const region = page.getByRole('region', { name: 'Removed people of the identity provider', exact: true });
    await region.getByRole('row', { name: /Fred Roe member/u }).waitFor();
    await page.getByRole('button', { name: 'Readmit Fred Roe' }).click();
    const dialog = page.getByRole('dialog', { name: 'Readmit Fred Roe?' });
    expect(await dialog.textContent()).toContain('Nothing that ended with the removal returns.');
    await dialog.getByRole('button', { name: 'Readmit' }).click();
    expect(await isGone(region)).toBe(true);
    expect(app.fake.state.people.removed).toBeUndefined();

    const other = await startApp();
    const ofMember = await other.signIn('member', '/settings/people');
    await ofMember.getByRole('row', { name: /Bruno Sá admin/u }).waitFor();
    expect(await ofMember.getByText('Fred Roe').count()).toBe(0);
  },
);

test('in Portuguese the open links and the removal are worded too', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('owner', '/settings/people', { locale: 'pt-BR' });
  await page.getByRole('heading', { name: 'Convites e links de acesso em aberto' }).waitFor();
  await page.getByRole('button', { name: 'Retirar convite de Dora Klein' }).waitFor();
  await page.getByRole('button', { name: 'Remover Bruno Sá' }).click();
  await page.getByRole('dialog').getByLabel('Revogar estes tokens').waitFor();
  expect(await page.getByRole('dialog').textContent()).toContain('on-call investigations (token de captura)');
});

test('an admin is offered no act on an owner', { tags: ['deep'] }, async () => {
  const app = await startApp();
  const page = await app.signIn('admin', '/settings/people');
  const row = page.getByRole('row', { name: /Ana Lima owner/u });
  await row.getByText('only an owner').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

test('asks the first owner for their name, and says who renames the organization', { tags: ['deep'] }, async () => {
  const app = await startApp({ isEmpty: true });
  const { state } = app.fake;
  state.organization = { id: 'org-1', name: 'default' };
  state.people = {
    ...state.people,
    people: state.people.people.map((one) => (one.role === 'owner' ? { ...one, name: 'Owner' } : one)),
  };
  const page = await app.signIn('owner', '/profiling', { viewport: { width: 390, height: 844 } });
  const panel = page.getByRole('region', { name: 'You are called “Owner” here' });
  expect(await panel.locator('pre').textContent()).toBe('farol control organization rename default NAME');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save the name' }).click();
  await panel.getByText('Enter a name.').waitFor();
  await panel.getByLabel('Your name').fill('Ana Lima');
  await panel.getByRole('button', { name: 'Save the name' }).click();
  expect(await isGone(panel)).toBe(true);
  await page.reload();
  await settle(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await isShown(page.getByText('Ana Lima, owner of default'))).toBe(true);
});
