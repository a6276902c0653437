import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ControlProcess } from '../../../test/control-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-sole-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second control plane on one SQLite file is refused, and may start once the first was killed', async () => {
  const settings = { FAROL_DATABASE_URL: `sqlite:${path.join(folder, 'farol.db')}` };
  const first = await ControlProcess.prepare(path.join(folder, 'a'), settings);
  const second = await ControlProcess.prepare(path.join(folder, 'b'), settings);
  try {
    await first.start();
    // The same control plane, started a second time with a data directory of its own.
    await cp(first.folder, second.folder, { recursive: true });
    await expect(second.start()).rejects.toThrow(/ended with 1/u);
    expect(second.errors).toContain('is used by another control plane');
    expect(second.errors).toContain('FAROL_DATABASE_URL');
    await first.kill();
    await second.start();
  } finally {
    await first.kill();
    await second.kill();
  }
}, 60_000);
