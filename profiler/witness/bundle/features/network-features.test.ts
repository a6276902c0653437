import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisOf, bundleWith, amountsOf, featuresOf } from '../../../../test/made-bundle.ts';
import { answered, befell, carried, connected, lasted, networkOf, ownPort } from '../../../../test/made-capture.ts';
import { binOfAnswer } from '../record/duration-scale.ts';
import { maxKeysPerAxis } from '../record/axis-reasons.ts';

test('what a peer was sent, how long it took and what befell it have keys of their own kind', () => {
  const datagram = { ...connected('10.0.0.9', 53), role: 'datagram', protocol: 'udp' } as const;
  const dropped = { ...befell('queue_drop', 3, '', 8080), role: 'accept' } as const;
  const network = networkOf([connected('10.0.0.5'), datagram], {
    traffic: [carried('sent', 700), carried('received', 90), { ...carried('sent', 5, '', 0), protocol: 'unix' }],
    round_trips: [lasted(4)],
    quality: { connects: [lasted(2)], connections: [lasted(1)], events: [befell('retransmit', 6), dropped] },
  });
  expect(amountsOf('network', { network })).toEqual([
    ['connect tcp 10.0.0.5 port 5432', 6],
    ['datagram udp 10.0.0.9 port 53', 6],
    ['bytes received connect tcp 10.0.0.5 port 5432', 90],
    ['bytes sent connect tcp 10.0.0.5 port 5432', 700],
    ['bytes sent connect unix (unnamed)', 5],
    ['event queue_drop accept tcp (unknown) port 8080', 3],
    ['event retransmit connect tcp 10.0.0.5 port 5432', 6],
    ['life of connect tcp 10.0.0.5 port 5432', 1],
    ['round trip connect tcp 10.0.0.5 port 5432', 4],
    ['time to connect tcp 10.0.0.5 port 5432', 2],
  ]);
  const roundTrip = featuresOf(bundleWith({ network }), 'network').find(({ key }) => key.startsWith('round'));
  expect(roundTrip).toMatchObject({ ns: 400_000, hist: lasted(4).hist });
});

test('answers are counted and timed by the port that gave them, or by the peer', () => {
  const network = networkOf([], { exchanges: [answered(12, 1024, ownPort), answered(24, 3)] });
  const bundle = bundleWith({ network });
  expect(axisOf(bundle, 'network')).toMatchObject({ answers: true });
  const [own, peer] = featuresOf(bundle, 'network');
  expect(own).toMatchObject({ key: 'answer accept tcp port 8080', amount: 12, timed: 12, ns: 12 * 1_024_000 });
  expect(own?.hist?.[binOfAnswer(1024) ?? 0]).toBe(12);
  expect(peer).toMatchObject({ key: 'answer connect tcp 10.0.0.5 port 5432', amount: 24, ns: 72_000 });
  expect(axisOf(bundle, 'network')).not.toHaveProperty('answers_unlisted');
  const more = { ...network, exchanges_unlisted: { accept: 0, connect: 9 } };
  expect(axisOf(bundleWith({ network: more }), 'network')).toMatchObject({
    state: 'complete',
    answers_unlisted: { accept: 0, connect: 9 },
  });
  const { exchanges: _, ...older } = network;
  expect(axisOf(bundleWith({ network: older }), 'network')).not.toHaveProperty('answers');
});

test('many bytes do not displace a peer, and the other axes remain without the quality probe', () => {
  const traffic = Array.from({ length: maxKeysPerAxis + 5 }, (_, index) =>
    carried('sent', 1e6, `10.1.${index >> 8}.${index & 255}`),
  );
  const { quality: _, ...network } = networkOf([connected('10.0.0.5')], { traffic });
  const bundle = bundleWith({ network });
  expect(axisOf(bundle, 'network')).toMatchObject({ state: 'partial', why: ['5 keys were cut at the limit of 4096'] });
  expect(featuresOf(bundle, 'network')[0]?.key).toBe('connect tcp 10.0.0.5 port 5432');
});

describe('ports that a kernel handed out', () => {
  const keysOf = (ports: readonly number[], peer = '10.0.0.5') => {
    const peers = ports.map((port) => connected(peer, port, 2));
    const bundle = bundleWith({ network: networkOf(peers) });
    return { keys: featuresOf(bundle, 'network').map(({ key }) => key), templates: bundle.templates };
  };

  test('are folded: the same behaviour has the same keys whatever they were', () => {
    const ports = fc.uniqueArray(fc.integer({ min: 32_768, max: 60_999 }), { minLength: 9, maxLength: 40 });
    fc.assert(
      fc.property(ports, (some) => {
        const { keys, templates } = keysOf([21, ...some]);
        expect(keys).toEqual(['connect tcp 10.0.0.5 port 21', 'connect tcp 10.0.0.5 port {port}']);
        expect(templates).toEqual({ '{port}': some.length });
      }),
    );
  });

  test('stay when they are few: a service may well listen up there', () => {
    const { keys, templates } = keysOf([50_051, 50_052, 61_616]);
    expect(keys).toEqual([50_051, 50_052, 61_616].map((port) => `connect tcp 10.0.0.5 port ${port}`));
    expect(templates).toEqual({});
  });
});
