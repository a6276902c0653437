import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { accounts, createRig, commandIn, password, replying, uriOf } from './upstream/agent.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import type { Reply } from '../../test/contract/fake-upstream.ts';
import { exemplar } from './upstream/exemplar.ts';
import type { FakeMongo } from './upstream/fake-mongo.ts';
import { declarations, signIn } from './declarations.ts';

const orders = { database: 'shop', collection: 'orders' };
const rig = createRig();
afterEach(() => rig.close());

const agentOf = (fake: FakeMongo, options?: string) => rig.agentAt(uriOf(fake.url, options));

describe('the way to the database', () => {
  test.each([
    ['with the first message in hello', false],
    ['of a release without it', true],
  ])('is a sign-in with SCRAM %s, in which the password is never sent [C-PLAT-8]', async (_how, hasNoSpeculation) => {
    const fake = await rig.serve({}, { accounts, authSource: 'admin', hasNoSpeculation });
    const result = resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(result.data).toMatchObject({ documents: [{ state: 'failed' }] });
    expect(fake.commands.includes('saslStart')).toBe(hasNoSpeculation);
    const heard = fake.heard.toString('latin1');
    expect(heard).toContain('farol');
    expect(heard).not.toContain(password);
    expect(heard).not.toContain(encodeURIComponent(password));
  });

  test('sees every command that is declared, each once, and the driver’s own at the sign-in', async () => {
    const fake = await rig.serve();
    const own = new Set<string>(signIn.map((call) => call.replace('mongodb:', '')));
    for (const [name, questions] of Object.entries(exemplar.questions)) {
      for (const question of questions) {
        fake.answerWith(replying({}));
        await agentOf(fake).ask(name, question);
        const declared: readonly string[] = declarations[name as keyof typeof declarations].upstream;
        const asked = fake.commands.filter((command) => !own.has(command));
        expect(asked.length).toBeGreaterThan(0);
        expect(asked.filter((command) => !declared.includes(`mongodb:${command}`))).toEqual([]);
        expect(asked).toEqual([...new Set(asked)]);
      }
    }
  });

  test('is closed after the answer: no socket, and the session is ended', async () => {
    const fake = await rig.serve();
    resultIn(await agentOf(fake).ask('documents.count', orders));
    await expect.poll(() => fake.openSockets).toBe(0);
    expect(fake.commands).toContain('endSessions');
  });

  test('leaves nothing that keeps a process alive, and loads the driver for the first command only', async () => {
    const fake = await rig.serve();
    const script = path.resolve(import.meta.dirname, './upstream/ask-once.ts');
    const env = { PATH: process.env['PATH'] ?? '', MONGO_URI: uriOf(fake.url) };
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 20_000 });
    expect(JSON.parse(stdout)).toEqual({ loaded: { before: false, afterRefusal: false, afterAnswer: true }, ok: true });
  });

  test('holds at most one connection that asks, and one that watches', async () => {
    const fake = await rig.serve();
    resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(fake.connections).toBeLessThanOrEqual(2);
  });

  test('tells the database who asks', async () => {
    const fake = await rig.serve();
    resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(fake.heard.toString('latin1')).toContain('farol');
    expect(fake.clients).toContainEqual(expect.objectContaining({ application: { name: 'farol' } }));
  });

  test('prefers members that are no primary, unless the connection string says otherwise', async () => {
    const mongos = { accounts, authSource: 'admin', hello: { msg: 'isdbgrid' } };
    const fake = await rig.serve({}, mongos);
    resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(commandIn(fake.calls[0])).toMatchObject({ $readPreference: { mode: 'secondaryPreferred' } });
    fake.answerWith(replying({}));
    resultIn(await agentOf(fake, 'authSource=admin&readPreference=nearest').ask('documents.find', orders));
    expect(commandIn(fake.calls[0])).toMatchObject({ $readPreference: { mode: 'nearest' } });
  });

  test('keeps the read concern of the connection string, and sets none of its own', async () => {
    const fake = await rig.serve();
    resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(commandIn(fake.calls[0])).not.toHaveProperty('readConcern');
    fake.answerWith(replying({}));
    resultIn(await agentOf(fake, 'authSource=admin&readConcernLevel=majority').ask('documents.find', orders));
    expect(commandIn(fake.calls[0])).toMatchObject({ readConcern: { level: 'majority' } });
  });

  test('takes a changed credential with the next question, without a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'farol-mongo-'));
    const file = path.join(folder, 'uri');
    const fake = await rig.serve();
    writeFileSync(file, uriOf(fake.url).replace('correct', 'mistaken'));
    const agent = rig.agentAt('', { env: { MONGO_URI_FILE: file } });
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(faultIn(await agent.ask('documents.find', orders)).code).toBe('credential_rejected');
    writeFileSync(file, uriOf(fake.url));
    expect((await agent.ask('documents.find', orders)).ok).toBe(true);
  });

  test('is tried once: an overloaded database is not asked again by the driver', async () => {
    const overloaded: Reply = { status: 429, headers: { 'retry-after': '3' }, body: '' };
    const fake = await rig.serve({ find: overloaded });
    expect(faultIn(await agentOf(fake).ask('documents.find', orders))).toMatchObject({
      code: 'rate_limited',
      data: { retryAfterSec: 3 },
    });
    expect(fake.calls).toHaveLength(1);
  });
});

describe('a question that does more than read', () => {
  test.each([
    ['documents.aggregate', { ...orders, pipeline: [{ $merge: { into: 'x' } }] }],
    ['documents.aggregate', { ...orders, pipeline: [{ $lookup: { from: { db: 'hr', coll: 'pay' }, as: 'x' } }] }],
    ['documents.find', { ...orders, filter: { $where: 'sleep(1000)' } }],
    ['documents.find', { ...orders, projection: { x: { $function: { body: 'f', args: [], lang: 'js' } } } }],
    ['documents.count', { ...orders, filter: { $where: 'true' } }],
    ['documents.distinct', { ...orders, field: 'a', filter: { $where: 'true' } }],
    ['documents.explain', { ...orders, question: { command: 'find', filter: { $where: 'true' } } }],
    ['documents.explain', { ...orders, question: { command: 'aggregate', pipeline: [{ $out: 'x' }] } }],
    ['documents.listIndexes', { database: 'admin', collection: 'system.users' }],
    ['documents.getStats', { database: 'admin', collection: 'system.users' }],
    ['documents.find', { database: 'admin', collection: 'system.users' }],
  ])('%s is refused before anything is connected', async (name, args) => {
    const fake = await rig.serve();
    expect(faultIn(await agentOf(fake).ask(name, args)).code).toBe('refused');
    expect([fake.connections, fake.commands]).toEqual([0, []]);
  });

  test('is refused before the credential is read', async () => {
    const agent = rig.agentAt('', { env: { MONGO_URI_FILE: '/nonexistent/uri' } });
    const args = { ...orders, pipeline: [{ $out: 'x' }] };
    expect(faultIn(await agent.ask('documents.aggregate', args)).code).toBe('refused');
  });
});
