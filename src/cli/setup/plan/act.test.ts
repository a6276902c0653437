import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { carryOut, renderSteps } from '../carry-out.ts';
import { type Act, isDone, perform, renderAct } from './act.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-act-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, name);
const secret = (): Act => ({ act: 'file', path: at('token'), text: 'rboot_canary\n', mode: 0o600, isSecret: true });

test('every act is not done before it is performed, and done after', () => {
  mkdirSync(at('unpacked'));
  writeFileSync(at('unpacked/program'), 'x', { mode: 0o777 });
  chmodSync(at('unpacked/program'), 0o777);
  const acts: Act[] = [
    { act: 'folder', path: at('etc'), mode: 0o700 },
    { act: 'file', path: at('etc/settings'), text: 'A=1\n', mode: 0o640, group: 'daemon' },
    { act: 'copy', from: at('unpacked'), to: at('installed') },
    { act: 'link', path: at('current'), to: 'installed' },
    { act: 'remove', path: at('unpacked') },
  ];
  for (const act of acts) {
    expect([act.act, isDone(act)]).toEqual([act.act, false]);
    perform(act);
    expect([act.act, isDone(act)]).toEqual([act.act, true]);
  }
  expect(lstatSync(at('etc/settings')).mode & 0o777).toBe(0o640);
  expect(readlinkSync(at('current'))).toBe('installed');
  // The right of others to write does not come along.
  expect(lstatSync(at('installed/program')).mode & 0o777).toBe(0o755);
});

test('a file that others could read, or that says something else, is replaced', () => {
  perform(secret());
  chmodSync(at('token'), 0o644);
  expect(isDone(secret())).toBe(false);
  perform(secret());
  expect(lstatSync(at('token')).mode & 0o777).toBe(0o600);
  writeFileSync(at('token'), 'other');
  perform(secret());
  expect(readFileSync(at('token'), 'utf8')).toBe('rboot_canary\n');
});

test('a copy that was interrupted is made again', () => {
  mkdirSync(at('unpacked'));
  writeFileSync(at('unpacked/whole'), 'x');
  mkdirSync(at('.installed.new'));
  writeFileSync(at('.installed.new/half'), 'x');
  perform({ act: 'copy', from: at('unpacked'), to: at('installed') });
  expect([existsSync(at('installed/whole')), existsSync(at('installed/half'))]).toEqual([true, false]);
});

test('what is printed has no secret, and marks what is made already', () => {
  expect(renderAct(secret())).toContain('[secret]');
  expect(renderAct(secret())).not.toContain('canary');
  const made: Act = { act: 'folder', path: folder, mode: 0o700 };
  expect(renderSteps([{ title: 'Settings', acts: [made, secret()] }])).toBe(
    `# Settings\n# unchanged: install -d -o root -g root -m 0700 ${folder}\n${renderAct(secret())}`,
  );
});

test('a step that fails says what is done, what is not, and that it can be run again', () => {
  const fails: Act = { act: 'run', command: ['false'], isDone: () => false };
  const steps = [
    { title: 'Program', acts: [{ act: 'folder', path: at('a'), mode: 0o755 } as const] },
    { title: 'User', acts: [fails] },
    { title: 'Unit', acts: [] },
  ];
  expect(() => carryOut(steps, 'setup')).toThrow(
    'User: false failed: it ended with status 1\nDone: Program. Not done: User, Unit.\nCorrect the cause and run farol setup again: it makes only what is missing.',
  );
  expect(existsSync(at('a'))).toBe(true);
});
