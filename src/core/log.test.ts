import { expect, test } from 'vitest';
import { Fault } from './fault.ts';
import { createLog } from './log.ts';
import { Redactor } from './redact.ts';
import { Secret } from './secret.ts';

const canary = 'canary "quoted" \\ value';

function capture(level?: string): { lines: string[]; log: ReturnType<typeof createLog> } {
  const redactor = new Redactor();
  redactor.add(new Secret(canary));
  const lines: string[] = [];
  return { lines, log: createLog('test', { level, redactor, destination: { write: (line) => lines.push(line) } }) };
}

test('writes one JSON object a line with time, level and name', () => {
  const { lines, log } = capture();
  log.info({ operation: 'metrics.query' }, 'answered');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    name: 'test',
    msg: 'answered',
    operation: 'metrics.query',
    time: expect.stringMatching(/^\d{4}-.*Z$/u) as string,
  });
});

test('removes a secret from message, field, key, nested error and cause, and stays JSON', () => {
  const { lines, log } = capture();
  const err = new Fault('bug', {}, `no ${canary}`, { cause: new Error(`because ${canary}`) });
  log.error({ err, [canary]: { deep: [canary] }, basic: Buffer.from(`me:${canary}`).toString('base64') }, canary);
  expect(lines.join('')).not.toMatch(/canary|quoted/u);
  expect(lines.join('')).not.toContain(Buffer.from(canary).toString('base64').slice(4, 16));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: '[secret]' });
});

test.each([
  ['warn', ['warn', 'error']],
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['nonsense', ['info', 'warn', 'error']],
  [undefined, ['info', 'warn', 'error']],
])('at level %s writes %j', (level, written) => {
  const { lines, log } = capture(level);
  log.debug('a');
  log.info('b');
  log.warn('c');
  log.error('d');
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(written);
});
