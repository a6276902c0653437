/** What a comparison says of connections, files, calls and programs that come and go, and of those that are new. */
import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import {
  befell,
  called,
  carried,
  connected,
  lasted,
  makeRecord,
  networkOf,
  opened,
  started,
} from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';
import { writeSarif } from '../sarif/write-sarif.ts';
import { renderDiff } from '../text/render.ts';

type Axes = Partial<CollectorAxes>;
type Network = NonNullable<CollectorAxes['network']>;
const accepted = (peer: string, port: number, count = 1) => ({
  ...connected(peer, port, count),
  role: 'accept' as const,
});
const { axes: usual } = makeRecord();

function found(axis: string, before: readonly Axes[], after: readonly Axes[]) {
  const diff = diffOf(
    before.map((one) => makeCapture('v1', one)),
    after.map((one) => makeCapture('v2', one)),
  );
  return {
    diff,
    changes: axisOf(diff, axis).changes.map(({ key, change }) => `${change} ${key}`),
    findings: diff.summary.findings.filter((one) => one.axis === axis).map(({ key, state }) => `${state} ${key}`),
  };
}

const peers = (...sides: readonly Network[]): Axes[] => sides.map((network) => ({ network }));
const served = (port = 39_212) =>
  networkOf([], { traffic: [{ ...carried('received', 6e4, '127.0.0.1', port), role: 'accept' }] });
const reconnected = (peer = '127.0.0.1') => networkOf([accepted(peer, 39_212)], { traffic: served().traffic });

describe('a port that the other version listens on', () => {
  test.each<[string, Network]>([
    ['by bytes of a connection that was open before', served()],
    ['by a connection of another client', networkOf([accepted('10.0.7.9', 39_212, 4)])],
    [
      'by the end of a connection',
      networkOf([], {
        quality: { connects: [], connections: [{ ...lasted(2, '127.0.0.1', 39_212), role: 'accept' }], events: [] },
      }),
    ],
    [
      'by what befell one',
      networkOf([], {
        quality: {
          connects: [],
          connections: [],
          events: [{ ...befell('closed_by_peer', 1, '127.0.0.1', 39_212), role: 'accept' }],
        },
      }),
    ],
  ])('has no new peer when a client connects: %s', (_, old) => {
    const { diff, changes, findings } = found(
      'network',
      peers(old, old, old),
      peers(reconnected(), reconnected(), reconnected()),
    );
    expect([changes, findings]).toEqual([[], []]);
    expect(diff.summary.sentence).not.toContain('adds a peer');
  });

  test('has none in one of three captures either, where the newer version was hardly asked before', () => {
    const { changes, findings } = found(
      'network',
      peers(served(), served(), served()),
      peers(served(), reconnected('10.1.2.3'), served()),
    );
    expect([changes, findings]).toEqual([[], []]);
  });

  test('is new where the other version served another one', () => {
    const { findings } = found(
      'network',
      peers(served(), served(), served()),
      peers(served(1), served(1), served(1)).map((one) => ({
        network: { ...one.network!, peers: [accepted('127.0.0.1', 9999, 30)] },
      })),
    );
    expect(findings).toEqual(['new accept tcp 127.0.0.1 port 9999']);
  });
});

describe('a peer that the other version talks to', () => {
  const open = networkOf([], {
    traffic: [carried('sent', 6e4, '10.0.0.5', 5432), carried('received', 6e4, '10.0.0.5', 5432)],
  });
  const again = networkOf([connected('10.0.0.5', 5432, 900)], { traffic: open.traffic });

  test('is not new when its connection is opened again, and not gone when it stays open', () => {
    expect(found('network', peers(open, open, open), peers(again, again, again)).changes).toEqual([]);
    expect(found('network', peers(again, again, again), peers(open, open, open)).changes).toEqual([]);
  });
});

describe('what three captures show', () => {
  const quiet = networkOf([]);
  const other = (count = 60) => networkOf([connected('127.0.0.2', 22_295, count)]);

  test('a new peer of each request is the first finding', () => {
    const { findings, diff } = found('network', peers(quiet, quiet, quiet), peers(other(), other(), other()));
    expect(findings).toEqual(['new connect tcp 127.0.0.2 port 22295']);
    expect(diff.summary.sentence).toMatch(/^v2 adds a peer \(connect tcp 127\.0\.0\.2 port 22295\)/u);
  });

  test('one connection in one of them is a row of the table, and chance', () => {
    const { findings, changes, diff } = found('network', peers(quiet, quiet, quiet), peers(quiet, other(1), quiet));
    expect([findings, changes]).toEqual([[], ['new connect tcp 127.0.0.2 port 22295']]);
    expect(axisOf(diff, 'network')).toMatchObject({ expected_new: 0.5, changes: [{ comes_and_goes: true }] });
    expect(diff.summary.sentence).not.toContain('peer');
    expect(renderDiff(diff)).toContain('1 new, 0.500 expected by chance');
    expect(writeSarif(diff)).not.toContain('22295');
  });

  test.each<[string, Axes, Axes]>([
    [
      'processes',
      { processes: { programs: [], exits: [], cut: 0 } },
      { processes: { programs: [started('/usr/bin/logger', 9)], exits: [], cut: 0 } },
    ],
    ['files', {}, { files: { opens: [...usual.files!.opens, opened('/etc/resolv.conf', 3)], cut: 0 } }],
    ['syscall_names', {}, { syscalls: { calls: [...usual.syscalls!.calls, called('socket', 9)], cut: 0 } }],
  ])('%s of a start or a reconnection in one of them are no finding, and in each they are', (axis, none, some) => {
    expect(found(axis, [none, none, none], [none, some, none]).findings).toEqual([]);
    const each = found(axis, [none, none, none], [some, some, some]);
    expect(each.findings.length).toBe(axis === 'syscall_names' ? 0 : 1);
  });
});
