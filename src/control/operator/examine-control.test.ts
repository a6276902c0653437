/** What `farol doctor` of a control plane says in the situations in which an operator calls it, each provoked. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ControlProcess } from '../../../test/control-process.ts';
import { Redactor } from '../../core/redact.ts';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import { examineControl } from './examine-control.ts';
import { rememberStart } from './last-start.ts';

let running: TestControl;

beforeAll(async () => {
  running = await startTestControl();
  const env = { XDG_STATE_HOME: running.folder };
  await rememberStart({ dataDir: running.folder, env, addresses: running.control.addresses });
});
afterAll(() => running.close());

function examine(more: Record<string, string> = {}, isOffline = false): Promise<readonly Diagnosis[]> {
  const env = { FAROL_DATA_DIR: running.folder, FAROL_PUBLIC_URL: running.control.addresses.app, ...more };
  return examineControl({ env, redactor: new Redactor(), onStep: () => undefined, isOffline });
}

const problems = (findings: readonly Diagnosis[]): string[] =>
  findings.flatMap((one) => (one.status === 'problem' ? [`${one.subject}: ${one.says} ${one.fix}`] : []));

async function withStore(change: string, back: string, work: () => Promise<void>): Promise<void> {
  const db = new DatabaseSync(path.join(running.folder, 'farol.db'));
  try {
    db.exec(change);
    await work();
    db.exec(back);
  } finally {
    db.close();
  }
}

describe('the doctor of a control plane', () => {
  test('finds nothing wrong with one that works, and names what it checked', async () => {
    const findings = await examine();
    expect(problems(findings)).toEqual([]);
    expect(findings.map(({ area, status }) => `${area} ${status}`)).toEqual([
      'configuration ok',
      'store ok',
      'store ok',
      'clock ok',
      'network ok',
      'certificate ok',
    ]);
  });

  test('sends nothing when it is asked not to', async () => {
    expect((await examine({}, true)).at(-1)).toMatchObject({ area: 'network', status: 'skipped' });
  });

  test('creates no store and no folder', async () => {
    const absent = path.join(running.folder, 'absent');
    const findings = await examine({ FAROL_DATA_DIR: absent }, true);
    expect(findings.filter(({ area }) => area === 'store').map(({ status }) => status)).toEqual(['skipped', 'skipped']);
    expect(() => mkdirSync(absent)).not.toThrow();
  });

  test.each([
    ['a setting is wrong', { FAROL_TUNNEL_PORT: 'many' }, /^FAROL_TUNNEL_PORT: /u],
    ['nobody listens at its address', { FAROL_PUBLIC_URL: 'https://localhost:1' }, /\(ECONNREFUSED\)\. Start it;/u],
    ['its address has no name', { FAROL_PUBLIC_URL: 'https://farol.invalid' }, /\((?:ENOTFOUND|EAI_AGAIN)\)/u],
  ])('says what to do when %s', async (_, changes, words) => {
    expect(problems(await examine(changes))).toEqual([expect.stringMatching(words)]);
  });

  test('warns of a variable that is misspelt, because it has no effect', async () => {
    const findings = await examine({ FAROL_RETENTION_DAY: '7' });
    expect(findings).toContainEqual(expect.objectContaining({ subject: 'FAROL_RETENTION_DAY', status: 'warning' }));
  });

  test('names both versions when a newer one has changed the store', async () => {
    const added = "insert into schema_migrations values ('9999-later', 0, 0, '9.0.0')";
    await withStore(added, "delete from schema_migrations where id = '9999-later'", async () => {
      expect(problems(await examine())).toEqual([
        expect.stringMatching(/migrated by version 9\.0\.0 .*this is version \d.*farol control restore/u),
      ]);
    });
  });

  test('only reports a migration that the next start makes', async () => {
    const db = new DatabaseSync(path.join(running.folder, 'farol.db'));
    const { id } = db.prepare('select max(id) as id from schema_migrations').get() as { id: string };
    db.close();
    await withStore(
      `create table set_aside as select * from schema_migrations where id = '${id}'; delete from schema_migrations where id = '${id}'`,
      'insert into schema_migrations select * from set_aside; drop table set_aside',
      async () => {
        expect(await examine()).toContainEqual(
          expect.objectContaining({ status: 'ok', says: expect.stringContaining(`migrates it (${id})`) as string }),
        );
      },
    );
  });

  test('finds a clock that was set back behind the time of the store', async () => {
    const later = Date.now() + 600_000;
    await withStore(`update clock_mark set at = ${later}`, 'select 1', async () => {
      expect(problems(await examine())).toEqual([expect.stringMatching(/ahead of this machine.*reset-clock/u)]);
    });
  });

  test('finds a disk that is full', { tags: ['deep'] }, async () => {
    const folder = path.join(running.folder, 'small');
    mkdirSync(folder);
    const small = await ControlProcess.prepare(folder, {}, { volumeMegabytes: 40 });
    await small.start();
    try {
      expect(problems(await examine({ FAROL_DATA_DIR: path.dirname(small.fileOf('farol.db')) }))).toContainEqual(
        expect.stringMatching(/\d+ MiB are free\. Free disk space/u),
      );
    } finally {
      await small.kill();
    }
  });
});
