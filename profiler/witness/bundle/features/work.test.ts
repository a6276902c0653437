import { expect, test } from 'vitest';
import { makeBundle } from '../../../../test/made-bundle.ts';
import {
  absent,
  allProbes,
  blocksOf,
  carried,
  connected,
  makeRecord,
  networkOf,
} from '../../../../test/made-capture.ts';

const accepted = (count: number, change: object = {}) => ({
  ...connected('10.0.0.9', 8080, count),
  role: 'accept' as const,
  ...change,
});

test('the work of a target is what it received, and the connections that it accepted', () => {
  const network = networkOf(
    [
      accepted(5),
      accepted(2, { protocol: 'unix' }),
      accepted(9, { outcome: 'EMFILE' }),
      accepted(50, { protocol: 'udp' }),
      connected('10.0.0.5'),
    ],
    { traffic: [carried('received', 700), carried('received', 50, '10.0.0.6'), carried('sent', 900)] },
  );
  const { axes } = makeRecord();
  expect(makeBundle({ axes: { ...axes, network } }).work).toEqual({
    messages_received: { amount: 4 },
    accepts: { amount: 7, blocks: blocksOf(7) },
  });
});

test('without the network there is no unit of work, and an idle one has none of it', () => {
  const probes = allProbes.map((one) => (one.id === 'net_accept' ? absent('net_accept', 'network', 'failed') : one));
  expect(makeBundle({ probes })).not.toHaveProperty('work');
  const { axes } = makeRecord();
  expect(makeBundle({ axes: { ...axes, network: networkOf([]) } }).work).toEqual({
    messages_received: { amount: 0 },
    accepts: { amount: 0, blocks: blocksOf(0) },
  });
});

test('of a server only what its clients sent counts, of a consumer everything that it received', () => {
  const traffic = (role: 'accept' | 'connect', messages: number) => ({
    ...carried('received', 100),
    role,
    messages,
  });
  const { axes } = makeRecord();
  const workOf = (...all: ReturnType<typeof traffic>[]) =>
    makeBundle({ axes: { ...axes, network: networkOf([], { traffic: all }) } }).work?.messages_received.amount;
  expect(workOf(traffic('accept', 1000), traffic('connect', 3000))).toBe(1000);
  expect(workOf(traffic('accept', 10), traffic('connect', 3000))).toBe(3010);
});
