import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { giveWay } from './serve-questions.ts';

function refuse(code: string): (niceness: number) => void {
  return () => {
    throw Object.assign(new Error('A system error occurred'), { code: 'ERR_SYSTEM_ERROR', info: { code } });
  };
}

test.each(['EPERM', 'EACCES'])('a thread works on where its priority may not be lowered: %s', (code) => {
  expect(() => giveWay(refuse(code))).not.toThrow();
});

test('any other failure is not hidden', () => {
  expect(() => giveWay(refuse('ESRCH'))).toThrow('A system error occurred');
});

test('lowers the priority of its own thread alone', async () => {
  const module = JSON.stringify(new URL('serve-questions.ts', import.meta.url).href);
  const source = `import(${module}).then(({ giveWay }) => {
    giveWay();
    require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority());
  });`;
  const worker = new Worker(source, { eval: true });
  const priority = await new Promise((resolve) => worker.once('message', resolve));
  await worker.terminate();
  expect([priority, getPriority()]).toEqual([10, 0]);
});
