import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../session/ports.ts';
import { type Disk, systemDisk } from './disk.ts';
import { generationPath, openGenerationLedger, writeFirstGeneration } from './generation-file.ts';
import { identityPath, type IdentityStamp, writeIdentity } from './identity-file.ts';
import { IdentityNotWritten } from './identity-problem.ts';
import { generateKeyPair } from './key-pair.ts';
import { openIdentity } from './open-identity.ts';

const stamp: IdentityStamp = { class: 'profiler', tenant: 'acme', instance: 'edge-1' };
const enrolment = { organization: 'org', commandKey: generateKeyPair().publicKey, enrolledAt: '2026-11-21T00:00:00Z' };
const keys = generateKeyPair();

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'farol-identity-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function writeEnrolled(disk = systemDisk): Promise<void> {
  await writeFirstGeneration(disk, directory, systemRandom);
  await writeIdentity(disk, directory, { stamp, keys, enrolment });
}

async function problemsOf(owner = stamp, at = directory): Promise<string[]> {
  const found = await openIdentity(at, owner);
  return found.found === 'unusable' ? found.problems.map(({ code }) => code) : [found.found];
}

test('an identity is stored with mode 0600 and nothing is left beside it [P-CONFIG-5]', async () => {
  await writeEnrolled();
  expect((await readdir(directory)).toSorted()).toEqual(['generation.json', 'identity.json']);
  expect((await stat(identityPath(directory))).mode & 0o777).toBe(0o600);
  expect((await stat(generationPath(directory))).mode & 0o777).toBe(0o600);
  const found = await openIdentity(directory, stamp);
  expect(found).toMatchObject({ found: 'enrolled', identity: { organization: 'org', instance: 'edge-1' } });
});

test('while a command key changes the file has both; afterwards every version reads the file again', async () => {
  await writeEnrolled();
  const open = async () => {
    const found = await openIdentity(directory, stamp);
    return (found as Extract<typeof found, { found: 'enrolled' }>).identity;
  };
  const read = async () => JSON.parse(await readFile(identityPath(directory), 'utf8')) as Record<string, unknown>;
  const next = generateKeyPair().publicKey;
  const first = await read();
  await (await open()).keyring.learn(next, 5_000);
  expect(await read()).toEqual({
    ...first,
    format: 'farol.identity.v2',
    command_key: next,
    previous_command_key: { key: enrolment.commandKey, until: 5_000 },
  });
  const { keyring, signer } = await open();
  expect(signer.publicKey).toBe(keys.publicKey);
  expect(keyring.pinned()).toEqual({ current: next, previous: { key: enrolment.commandKey, until: 5_000 } });
  await keyring.settle();
  expect(await read()).toEqual({ ...first, command_key: next });
  expect((await open()).keyring.pinned()).toEqual({ current: next, previous: undefined });
});

test('an empty directory is no identity, and one that is missing is made', async () => {
  expect(await problemsOf()).toEqual(['absent']);
  expect(await problemsOf(stamp, path.join(directory, 'a', 'b'))).toEqual(['absent']);
});

describe('a boot is refused, and nothing is silently enrolled again, when the identity', () => {
  beforeEach(() => writeEnrolled());

  test.each([
    ['is cut', '{"format":"farol.identity.v1"', ['corrupt']],
    ['is empty', '', ['corrupt']],
    ['is of a later format', '{"format":"farol.identity.v3"}', ['newer_format']],
    ['is of no format that ever was', '{"format":"farol.identity.v1"}', ['corrupt']],
  ])('%s', async (_what, content, codes) => {
    await writeFile(identityPath(directory), content);
    expect(await problemsOf()).toEqual(codes);
  });

  test('holds two keys that do not belong together', async () => {
    await writeIdentity(systemDisk, directory, {
      stamp,
      keys: { ...keys, publicKey: generateKeyPair().publicKey },
      enrolment,
    });
    expect(await problemsOf()).toEqual(['corrupt']);
  });

  test('cannot be read', async () => {
    await rm(identityPath(directory));
    await mkdir(identityPath(directory));
    expect(await problemsOf()).toEqual(['unreadable']);
  });

  test('may be read by everyone', async () => {
    await chmod(identityPath(directory), 0o644);
    expect(await problemsOf()).toEqual(['exposed']);
  });

  test('lost its generation, or the generation its identity', async () => {
    const kept = await readFile(generationPath(directory));
    await rm(generationPath(directory));
    expect(await problemsOf()).toEqual(['incomplete']);
    await writeFile(generationPath(directory), kept);
    await rm(identityPath(directory));
    expect(await problemsOf()).toEqual(['incomplete']);
  });

  test('has a generation that is cut', async () => {
    await writeFile(generationPath(directory), '{"format"');
    expect(await problemsOf()).toEqual(['corrupt']);
  });

  test('belongs to another artifact, tenant or instance; all of it is reported at once [P-CONFIG-8]', async () => {
    expect(await problemsOf({ ...stamp, class: 'agent' })).toEqual(['foreign_class']);
    expect(await problemsOf({ class: 'agent', tenant: 'other', instance: 'edge-2' })).toEqual([
      'foreign_class',
      'foreign_tenant',
      'foreign_instance',
    ]);
  });
});

test('a directory that is a file is named', async () => {
  const file = path.join(directory, 'file');
  await writeFile(file, '');
  const found = await openIdentity(file, stamp);
  expect(found).toMatchObject({ found: 'unusable', problems: [{ code: 'no_directory', path: file }] });
});

test('a directory that cannot be written refuses the boot and names the path', async () => {
  const readOnly: Disk = { ...systemDisk, whyNotWritable: async () => 'EACCES' };
  const found = await openIdentity(directory, stamp, { disk: readOnly });
  expect(found).toMatchObject({ found: 'unusable', problems: [{ code: 'read_only', path: directory }] });
  expect(JSON.stringify(found)).toContain(`${directory} cannot be written`);
});

/** Every step of a write that the system can refuse. A failing `write` first writes a part, as a full disk does. */
const steps = ['create', 'write', 'sync', 'close', 'rename', 'syncDirectory'] as const;

function failing(step: (typeof steps)[number], code: string): Disk {
  const fail = (): never => {
    throw Object.assign(new Error(code), { code });
  };
  return {
    ...systemDisk,
    async create(file, mode) {
      if (step === 'create') fail();
      const handle = await systemDisk.create(file, mode);
      return {
        async write(bytes) {
          await handle.write(step === 'write' ? bytes.slice(0, 10) : bytes);
          if (step === 'write') fail();
        },
        async sync() {
          await handle.sync();
          if (step === 'sync') fail();
        },
        async close() {
          await handle.close();
          if (step === 'close') fail();
        },
      };
    },
    rename: (from, to) => (step === 'rename' ? Promise.resolve().then(fail) : systemDisk.rename(from, to)),
    syncDirectory: (at) => (step === 'syncDirectory' ? Promise.resolve().then(fail) : systemDisk.syncDirectory(at)),
  };
}

describe.each(['ENOSPC', 'EIO', 'EROFS'])('%s', (code) => {
  test.each(steps)('at the step %s never destroys the identity that was there', async (step) => {
    await writeEnrolled();
    const before = await readFile(identityPath(directory));
    const disk = failing(step, code);
    const other = { stamp, keys: generateKeyPair(), enrolment: undefined };
    await expect(writeIdentity(disk, directory, other)).rejects.toBeInstanceOf(IdentityNotWritten);
    const after = await readFile(identityPath(directory));
    // Only the last step fails after the new content is in place, and then it is there whole.
    expect(after.equals(before)).toBe(step !== 'syncDirectory');
    expect(await problemsOf()).toEqual([step === 'syncDirectory' ? 'enrolling' : 'enrolled']);
    expect((await readdir(directory)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test.each(steps)('at the step %s leaves the generation as it was, and the next try works', async (step) => {
    await writeEnrolled();
    let broken: Disk | undefined = failing(step, code);
    const disk: Disk = {
      ...systemDisk,
      create: (file, mode) => (broken ?? systemDisk).create(file, mode),
      rename: (from, to) => (broken ?? systemDisk).rename(from, to),
      syncDirectory: (at) => (broken ?? systemDisk).syncDirectory(at),
    };
    const opened = await openGenerationLedger(disk, directory, systemRandom);
    if ('problem' in opened) throw new Error(opened.problem.cause);
    const { ledger } = opened;
    await expect(ledger.begin()).rejects.toBeInstanceOf(IdentityNotWritten);
    expect(await problemsOf()).toEqual(['enrolled']);
    broken = undefined;
    const claim = await ledger.begin();
    expect(claim).toMatchObject({ generation: 1, committed: 0 });
    broken = failing(step, code);
    await expect(ledger.commit(1)).rejects.toBeInstanceOf(IdentityNotWritten);
    broken = undefined;
    // The same lineage again: the control plane knows that its commit may not have been kept.
    expect(await ledger.begin()).toEqual({ generation: 2, committed: 0, lineage: claim.lineage });
  });
});

test('the problem of a write names the path and says what to do', async () => {
  const write = writeIdentity(failing('sync', 'ENOSPC'), directory, { stamp, keys, enrolment });
  const file = identityPath(directory);
  await expect(write).rejects.toMatchObject({
    problem: { code: 'no_space', path: file, cause: `${file} could not be written: ENOSPC.` },
  });
});

test('a claim waits for the commit before it, so that a slow disk cannot mix two sessions', async () => {
  await writeEnrolled();
  const opened = await openGenerationLedger(systemDisk, directory, systemRandom);
  if ('problem' in opened) throw new Error(opened.problem.cause);
  const { ledger } = opened;
  await ledger.begin();
  const [, next] = await Promise.all([ledger.commit(1), ledger.begin()]);
  expect(next).toMatchObject({ generation: 2, committed: 1 });
  await expect(ledger.commit(1)).rejects.toThrow(/overtaken/u);
});

test('a private key is never shown by an identity', async () => {
  await writeEnrolled();
  const shown = JSON.stringify(await openIdentity(directory, stamp));
  expect(shown).not.toContain(keys.privateKey.reveal());
});
