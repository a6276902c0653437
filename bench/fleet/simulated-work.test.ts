import { expect, test } from 'vitest';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { SimulatedWork } from './simulated-work.ts';

const context = { signal: new AbortController().signal };
const nobody = (): TunnelClient => {
  throw new Error('nothing is reported here');
};

function agents(work: SimulatedWork) {
  return ['one', 'two'].map((name) => {
    const run = work.handlersOf(name, name, nobody)['operation.run'];
    if (run === undefined) throw new Error('an Agent answers operations');
    const write = {
      request_id: 'r',
      operation: 'chat.postMessage',
      args: {},
      idempotency: { key: 'k', instance: name },
    };
    return {
      write: () => run(write, context),
      read: () => run({ request_id: 'r', operation: 'o', args: {} }, context),
    };
  });
}

test('a write that reaches a second Agent is found', async () => {
  const work = new SimulatedWork();
  const [one, two] = agents(work);
  await one?.write();
  expect(work.doubled).toEqual([]);
  await two?.write();
  expect(work.doubled).toEqual(['write k: by one and by two']);
});

test('an Agent that is asked again for a write answers from its journal, and each read has an answer of its own', async () => {
  const work = new SimulatedWork();
  const [one] = agents(work);
  expect(await one?.write()).toEqual(await one?.write());
  expect(await one?.read()).not.toEqual(await one?.read());
  expect(work.doubled).toEqual([]);
});

test('a capture that a second Profiler begins is found', async () => {
  const work = new SimulatedWork();
  const request = {
    request_id: 'c',
    workload: 'p',
    version: '1',
    env: '',
    kind: 'head',
    duration_sec: 5,
    warmup_sec: 0,
    requested_by: 'x',
    requested_at: 'x',
  } as const;
  const stored = { report: () => Promise.resolve({ stored: true }) } as unknown as TunnelClient;
  for (const name of ['first', 'second']) {
    await work.handlersOf(name, 'p', () => stored)['capture.start']?.(request, context);
  }
  expect(work.doubled).toEqual(['capture c: by first and by second']);
  expect(Object.keys(work.starts)).toEqual(['c']);
});
