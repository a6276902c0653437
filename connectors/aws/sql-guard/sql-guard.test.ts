import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { accepted, refused } from './corpus/corpus.ts';
import { SqlGuard, type SqlGuardOptions } from './sql-guard.ts';

const guards: SqlGuard[] = [];

function guardWith(options?: SqlGuardOptions): SqlGuard {
  const guard = new SqlGuard(options);
  guards.push(guard);
  return guard;
}

afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
});

/** Takes the grammar of a new worker a large part of a second: every bracket is scanned before it is parsed. */
const slow = `SELECT ${'a, ((SELECT coalesce((a + b) * c, CASE WHEN d > (e + 1) THEN f END), '.repeat(6)}1${'))'.repeat(6)}`;

describe('the guard', () => {
  test('lets the accepted corpus through and refuses the other with its rule, in a worker', async () => {
    const guard = guardWith();
    const verdicts = await Promise.allSettled(
      [...accepted, ...refused].map(({ dialect, sql }) => guard.check(dialect, sql)),
    );
    const rules = verdicts.map((one) => (one.status === 'fulfilled' ? 'accepted' : ruleOf(one.reason)));
    expect(rules).toEqual([...accepted.map(() => 'accepted'), ...refused.map(({ rule }) => rule)]);
  });

  test('tells the caller where and what to write, and repeats nothing of a literal [C-AWS-14]', async () => {
    const refusal = guardWith().check('athena', "SELECT a FROM t\nWHERE b = 'secret' AND evil(c) = 1");
    await expect(refusal).rejects.toMatchObject({
      kind: 'refused',
      data: { rule: 'sql_function' },
      remedy: expect.stringMatching(/^Line 2, column 24 \(evil\): /u) as string,
    });
    await expect(refusal).rejects.not.toThrow(/secret/u);
  });

  test('that has no worker yet refuses by the tokens alone, and lets nothing through that needs the grammar', async () => {
    const guard = guardWith({ memoryMb: 8 });
    await expect(guard.check('athena', 'DROP TABLE t')).rejects.toMatchObject({ data: { rule: 'sql_statement_kind' } });
    await expect(guard.check('athena', 'SELECT 1')).rejects.toThrow(/memory/u);
    await expect(guard.check('athena', 'SELECT 1')).rejects.toThrow(/memory/u);
  });
});

describe('a statement that takes too long', () => {
  test('is refused when its time is over, and the next one gets a new worker', async () => {
    const guard = guardWith({ checkMs: 1 });
    await expect(guard.check('athena', slow)).rejects.toMatchObject({ data: { rule: 'sql_too_complex' } });
    await expect(guard.check('athena', slow)).rejects.toMatchObject({ data: { rule: 'sql_too_complex' } });
  });

  test('costs those behind it their time and nothing else', async () => {
    const clock = new ManualClock();
    const guard = guardWith({ clock });
    await guard.check('athena', 'SELECT 1');
    const first = guard.check('athena', slow);
    const behind = guard.check('athena', 'SELECT a FROM t');
    await untilSent();
    clock.advance(2000);
    await expect(first).rejects.toMatchObject({ data: { rule: 'sql_too_complex' } });
    await behind;
  });

  test('is refused the same when its memory is over', async () => {
    const guard = guardWith({ memoryMb: 24, checkMs: 60_000 });
    await guard.check('athena', 'SELECT 1');
    await expect(guard.check('athena', slow)).rejects.toMatchObject({ data: { rule: 'sql_too_complex' } });
    await guard.check('athena', 'SELECT 1');
  });

  test('is not one that comes after many others: what was learned of those is forgotten before it fills the memory', async () => {
    const guard = guardWith({ memoryMb: 32, checkMs: 60_000 });
    const verdicts = await Promise.allSettled(accepted.map(({ dialect, sql }) => guard.check(dialect, sql)));
    expect(verdicts.filter(({ status }) => status === 'rejected')).toEqual([]);
  }, 120_000);
});

describe('the end', () => {
  test('a closed guard lets nothing through, not even what it was judging', async () => {
    const guard = guardWith();
    await guard.check('athena', 'SELECT 1');
    const pending = guard.check('athena', slow);
    await untilSent();
    const [outcome] = await Promise.allSettled([pending, guard.close()]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'ended' } });
    await expect(guard.check('athena', 'SELECT 1')).rejects.toThrow(/closed/u);
  });

  test('a guard that was never asked closes at once', async () => {
    await expect(guardWith().close()).resolves.toBeUndefined();
  });

  test('an idle guard does not keep its process from ending', () => {
    const script = `
      const { SqlGuard } = await import(${JSON.stringify(new URL('sql-guard.ts', import.meta.url).href)});
      await new SqlGuard().check('athena', 'SELECT 1');
      console.log('let through');
    `;
    const args = ['--input-type=module', '--eval', script];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'let through\n', stderr: '' });
  });
});

/** Until the worker has the statement and its limit runs. */
async function untilSent(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function ruleOf(error: unknown): unknown {
  return (error as { data?: { rule?: unknown } }).data?.rule;
}
