import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CollectorRecord } from '../../profiler/witness/bundle/record/collector-record.ts';

const generator = 'profiler/ptop/bench/bigtarget';
const executable = path.join(generator, 'build/bigtarget-88-3000');
const collector = path.join('profiler/ptop/target/release', 'ptop');
const mebibyte = 1 << 20;

const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-big-'));
let target: ChildProcess;

beforeAll(() => {
  if (!existsSync(executable)) {
    const built = spawnSync('sh', [path.join(generator, 'build.sh')], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
  }
  target = spawn(executable, ['2', '60'], { stdio: 'ignore' });
}, 600_000);
afterAll(() => {
  target.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test(
  'an executable of more than 400 MB with symbols and debug data takes the collector at most 64 MB, with whole stacks and names [P-LIM-3] [P-VER-2]',
  { tags: ['deep'], timeout: 120_000 },
  () => {
    expect(statSync(executable).size).toBeGreaterThan(400 * 1_000_000);
    const out = path.join(folder, 'record.json');
    const args = [
      'capture',
      '--unlisted',
      '--pid',
      String(target.pid),
      '--duration',
      '6',
      '--warmup',
      '1',
      '--out',
      out,
      '--json',
    ];
    const { status, stderr } = spawnSync(collector, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('ptop:')]);
    const record = CollectorRecord.parse(JSON.parse(readFileSync(out, 'utf8')));
    expect(record.memory.peak_rss_bytes).toBeLessThan(64 * mebibyte);
    const stacks = record.axes.cpu_stacks;
    expect(stacks?.samples).toBeGreaterThan(100);
    expect(stacks?.whole).toBe(stacks?.samples);
    // The functions of the generated units carry their service in their name.
    const named = stacks?.functions.filter(({ name }) => name.includes('service_')) ?? [];
    expect(named.length).toBeGreaterThan(20);
  },
);
