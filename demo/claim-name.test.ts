import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { claimName } from './claim-name.ts';

/** Of this test run alone. */
const base = `w${process.pid}`;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A program that claims the name too, as a second demo does; it prints what it was given. */
async function claimElsewhere(): Promise<{ name: string; end: () => Promise<void> }> {
  const module = path.resolve('demo/claim-name.ts');
  const code = `const { claimName } = await import(${JSON.stringify(module)}); console.log((await claimName('${base}')).name); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const end = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { name: line.trim(), end };
}

test('gives workloads beside each other different names, and a name back when its program has been killed', async () => {
  const others = await Promise.all([claimElsewhere(), claimElsewhere()]);
  expect(others.map(({ name }) => name).toSorted()).toEqual([base, `${base}-2`]);
  const own = await claimName(base);
  expect(own.name).toBe(`${base}-3`);
  own.release();
  for (const other of others) await other.end();
  const again = await claimName(base);
  expect(again.name).toBe(base);
  again.release();
});

test('passes over the name of a process that runs without a claim', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-claim-'));
  try {
    const left = path.join(folder, base);
    copyFileSync('/bin/sleep', left);
    const child = spawn(left, ['60'], { stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    const { name, release } = await claimName(base);
    expect(name).toBe(`${base}-2`);
    release();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
