/** The six journeys of a newcomer, each with the names of its steps in order. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { announce } from '../../dev-server/fake-state.ts';
import { seedCaptures } from '../../dev-server/seed-captures.ts';
import { seedFleet } from '../../dev-server/seed-fleet.ts';
import { openPage, openSetting } from './find-way.ts';
import { defineJourney } from './journey.ts';

const machine = 'web-1';
const momentsAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const readClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const enrol = defineJourney({
  title: 'Enrol an Agent',
  role: 'owner',
  isEmpty: true,
  steps: [
    'Open Fleet',
    'Read what to do first',
    'Name the machine',
    'Create the bootstrap token',
    'Read how to use the command',
    'Copy the command',
    'Read that the Agent is connected',
    'Open the Agent',
  ],
  run: async ({ newcomer, words, app: { fake } }) => {
    const { page } = newcomer;
    await openPage(newcomer, words, 'fleet', 'Open Fleet');
    const section = page.getByRole('region', { name: words.fleet.empty, exact: true });
    await newcomer.read(section.getByText(words.fleet.emptyText), 'Read what to do first');
    await newcomer.type(section.locator('[name="name"]'), machine, 'Name the machine');
    const create = section.getByRole('button', { name: words.tokens.create.bootstrap });
    await newcomer.choose(create, 'Create the bootstrap token');
    const dialog = page.getByRole('dialog');
    await newcomer.read(dialog.getByText(words.tokens.once), 'Read how to use the command');
    const panel = dialog.getByRole('tabpanel');
    await newcomer.read(panel.locator('p').first(), 'Read how to use the command');
    await newcomer.choose(panel.getByRole('button', { name: words.tokens.copyCommand }), 'Copy the command');
    await panel.getByRole('button', { name: words.copy.copied, exact: true }).waitFor();
    assert.match(await readClipboard(page), /rboot_/u);

    const { state } = fake;
    state.enrolledWith.set(machine, state.tokens[0]?.id ?? '');
    const [agent] = seedFleet(momentsAgo);
    state.fleet = agent === undefined ? [] : [{ ...agent, instance: machine }];
    announce(state, { type: 'fleet' });
    const status = dialog.getByRole('status').filter({ hasText: words.fleet.wait.connected });
    await newcomer.read(status, 'Read that the Agent is connected');
    await newcomer.choose(status.getByRole('link', { name: machine }), 'Open the Agent');
    await newcomer.read(page.getByRole('heading', { level: 1, name: machine }), 'Open the Agent');
  },
});

const capture = defineJourney({
  title: 'Enable the Profiler and capture',
  role: 'owner',
  isEmpty: true,
  steps: [
    'Read that the Profiler is not enabled',
    'Ask to enable it',
    'Read what enabling grants',
    'Enable it',
    'Name the process',
    'Name the version',
    'Request the capture',
    'Read that it is queued',
    'Read the outcome',
  ],
  run: async ({ newcomer, words, app: { fake } }) => {
    const { page } = newcomer;
    const { state } = fake;
    const off = page.getByRole('heading', { name: words.profilerSetting.offTitle(state.organization.name) });
    await newcomer.read(off, 'Read that the Profiler is not enabled');
    await newcomer.choose(page.getByRole('button', { name: words.profilerSetting.enable }), 'Ask to enable it');
    const dialog = page.getByRole('dialog');
    await newcomer.read(dialog, 'Read what enabling grants');
    await newcomer.choose(
      dialog.getByRole('button', { name: words.profilerSetting.enableDo, exact: true }),
      'Enable it',
    );
    const form = page.getByRole('region', { name: words.profiling.form.title });
    await newcomer.type(form.locator('[name="workload"]'), 'checkout-api', 'Name the process');
    await newcomer.type(form.locator('[name="version"]'), '2.14.0', 'Name the version');
    await newcomer.choose(form.getByRole('button', { name: words.profiling.form.submit }), 'Request the capture');
    const status = form.getByRole('status');
    await newcomer.read(status.filter({ hasText: words.profiling.form.queued }), 'Read that it is queued');

    const [requested] = state.captures;
    assert.equal(requested?.workload, 'checkout-api');
    const [measured] = seedCaptures(momentsAgo).filter(({ status: now }) => now === 'pushed');
    assert.ok(measured);
    const { status: pushed, outcome, reason, instances, finished_at: at } = measured;
    state.captures = [
      { ...requested, progress: undefined, status: pushed, outcome, reason, instances, finished_at: at },
    ];
    announce(state, { type: 'capture', request_id: requested.request_id });
    await newcomer.read(status.filter({ hasText: words.profiling.form.ended.pushed }), 'Read the outcome');
    assert.equal(state.profilerChanges[0]?.enabled, true);
  },
});

const findChange = defineJourney({
  title: 'Find what changed and send it to a colleague',
  role: 'owner',
  isEmpty: false,
  steps: ['Read the latest verdict', 'Open the comparison', 'Read what changed', 'Copy the address'],
  run: async ({ newcomer, words, locale, app }) => {
    const { page } = newcomer;
    const table = page.getByRole('region', { name: words.table.region(words.profiling.targets.title) });
    const row = table.getByRole('row').filter({ hasText: 'checkout-api' }).first();
    await newcomer.read(row.locator('.row-sentence'), 'Read the latest verdict');
    const link = row.getByRole('link', { name: words.profiling.targets.compare('2.13.4', '2.14.0') });
    await newcomer.choose(link, 'Open the comparison');
    const answerOn = (one: Page) => one.getByRole('region', { name: words.diff.verdict, exact: true });
    const seen = await newcomer.read(answerOn(page).locator('.lead'), 'Read what changed');
    const address = newcomer.copyAddress('Copy the address');

    const { pathname, search } = new URL(address);
    const colleague = await app.signIn('member', pathname + search, { locale });
    assert.equal(await answerOn(colleague).locator('.lead').innerText(), seen);
  },
});

const ask = defineJourney({
  title: 'Ask and export',
  role: 'member',
  isEmpty: false,
  steps: [
    'Open Ask',
    'Search for metrics',
    'Read what the operation answers',
    'Open the operation',
    'Choose the query language',
    'Write the query',
    'Ask',
    'Read whether the answer is complete',
    'Download it as CSV',
  ],
  run: async ({ newcomer, words, app: { fake } }) => {
    const { page } = newcomer;
    await openPage(newcomer, words, 'ask', 'Open Ask');
    await newcomer.type(page.getByLabel(words.ask.search.q), 'metrics', 'Search for metrics');
    const link = page.getByRole('link', { name: 'metrics.query', exact: true });
    const found = page.getByRole('listitem').filter({ has: link }).last();
    await newcomer.read(found, 'Read what the operation answers');
    await newcomer.choose(link, 'Open the operation');
    const form = page
      .locator('form')
      .filter({ has: page.locator('[name="query.text"], select') })
      .last();
    await newcomer.select(form.getByLabel(words.ask.form.variant), 'promql', 'Choose the query language');
    await newcomer.type(page.locator('[name="query.text"]'), 'up', 'Write the query');
    await newcomer.choose(page.getByRole('button', { name: words.ask.form.send, exact: true }), 'Ask');
    const complete = page.getByText(words.ask.answer.complete, { exact: true });
    await newcomer.read(complete, 'Read whether the answer is complete');
    const downloading = page.waitForEvent('download');
    await newcomer.choose(
      page.getByRole('button', { name: words.ask.answer.downloadCsv('') }).first(),
      'Download it as CSV',
    );
    const file = await downloading;
    assert.match(file.suggestedFilename(), /^metrics\.query-.*\.csv$/u);
    assert.match(await readFile(await file.path(), 'utf8'), /checkout/u);
    assert.equal(fake.state.asked.length, 1);
  },
});

const pipeline = defineJourney({
  title: 'Make a token for a pipeline and paste its command',
  role: 'owner',
  isEmpty: false,
  steps: [
    'Open Settings',
    'Open Tokens',
    'Read which token a pipeline needs',
    'Name the pipeline',
    'Create the token',
    'Read that it is shown once',
    'Copy the command',
    'Close the token',
  ],
  run: async ({ newcomer, words, app: { fake } }) => {
    const { page } = newcomer;
    await openPage(newcomer, words, 'settings', 'Open Settings');
    await openSetting(newcomer, words, 'tokens', 'Open Tokens');
    const section = page.getByRole('region', { name: words.tokens.captureTitle, exact: true });
    await newcomer.read(section.locator('p').first(), 'Read which token a pipeline needs');
    const create = section.getByRole('button', { name: words.tokens.create.capture });
    // On a phone the form is behind a button of the same name.
    if (newcomer.mode === 'touch') await newcomer.choose(create, 'Name the pipeline');
    await newcomer.type(section.locator('[name="name"]'), 'nightly', 'Name the pipeline');
    await newcomer.choose(create, 'Create the token');
    const dialog = page.getByRole('dialog');
    await newcomer.read(dialog.getByText(words.tokens.once), 'Read that it is shown once');
    await newcomer.choose(dialog.getByRole('button', { name: words.tokens.copyCommand }), 'Copy the command');
    await dialog.getByRole('button', { name: words.copy.copied, exact: true }).waitFor();
    const value = await dialog.getByRole('region', { name: words.tokens.value, exact: true }).innerText();
    assert.match(value, /^rpcap_/u);
    assert.ok((await readClipboard(page)).includes(value.trim()));
    await newcomer.choose(dialog.getByRole('button', { name: words.tokens.done }), 'Close the token');
    await section.getByRole('row').filter({ hasText: 'nightly' }).waitFor();
    assert.equal(fake.state.tokens[0]?.kind, 'capture');
  },
});

const guest = 'Eva Stone';

const invite = defineJourney({
  title: 'Invite somebody and read who did what',
  role: 'owner',
  isEmpty: false,
  steps: [
    'Open Settings',
    'Open People',
    'Name the person',
    'Create the invitation',
    'Read how to send the link',
    'Copy the link',
    'Close the link',
    'Open Audit',
    'Read the invitation in the list',
  ],
  run: async ({ newcomer, words }) => {
    const { page } = newcomer;
    await openPage(newcomer, words, 'settings', 'Open Settings');
    await openSetting(newcomer, words, 'people', 'Open People');
    const inviteButton = page.getByRole('button', { name: words.people.inviteDo });
    const form = page.locator('form').filter({ has: inviteButton });
    await newcomer.type(form.locator('[name="name"]'), guest, 'Name the person');
    await newcomer.choose(inviteButton, 'Create the invitation');
    const dialog = page.getByRole('dialog');
    await newcomer.read(dialog.getByText(words.people.linkText), 'Read how to send the link');
    await newcomer.choose(dialog.getByRole('button', { name: words.copy.copyOf(words.people.link) }), 'Copy the link');
    await dialog.getByRole('button', { name: words.copy.copied, exact: true }).waitFor();
    assert.match(await readClipboard(page), /\/welcome#/u);
    await newcomer.choose(dialog.getByRole('button', { name: words.people.done }), 'Close the link');
    await openSetting(newcomer, words, 'acts', 'Open Audit');
    const row = page.getByRole('row').filter({ hasText: guest });
    assert.match(await newcomer.read(row, 'Read the invitation in the list'), /Ana Lima/u);
  },
});

export const journeys = [enrol, capture, findChange, ask, pipeline, invite] as const;
