import { describe, expect, test } from 'vitest';
import { frameKinds } from './frame.ts';
import { SessionMachine, type Trigger } from './session-machine.ts';
import { type Cell, clientTable, linkFrames, serverTable } from './session-state.ts';

type AnyTable = Readonly<Record<string, Readonly<Record<string, Cell<string, string>>>>>;

const both = ['text', 'violation', 'handshake timeout', 'silence', 'connection lost', 'stop', 'step failed'];
const ends: readonly (readonly [string, AnyTable, string, readonly string[]])[] = [
  ['instance', clientTable, 'connected', [...both, 'step refused', 'generation claimed', 'generation saved']],
  [
    'control plane',
    serverTable,
    'challenged',
    [...both, 'step refused', 'too much', 'instance proved', 'commit recorded'],
  ],
];

const kindsOfCell = ['action', 'link', 'end', 'ignored', 'impossible'];

describe.each(ends)('the table of the %s', (_end, table, first, occurrences) => {
  const cells = Object.entries(table).flatMap(([phase, row]) =>
    Object.entries(row).map(([trigger, cell]) => ({ phase, trigger, cell })),
  );

  test('has one cell for every frame and every occurrence in every phase', () => {
    const triggers = [...frameKinds, ...occurrences].toSorted();
    for (const row of Object.values(table)) expect(Object.keys(row).toSorted()).toEqual(triggers);
    for (const { cell } of cells) expect(kindsOfCell.filter((kind) => kind in cell)).toHaveLength(1);
  });

  test('leads to every phase, and from every phase to the end', () => {
    const next = (phase: string): string[] =>
      Object.values(table[phase] ?? {}).flatMap((cell) => {
        if ('end' in cell) return ['ended'];
        return 'next' in cell ? [cell.next] : [];
      });
    const reach = (from: string): Set<string> => {
      const reached = new Set([from]);
      for (const phase of reached) for (const one of next(phase)) reached.add(one);
      return reached;
    };
    expect(reach(first)).toEqual(new Set(Object.keys(table)));
    for (const phase of Object.keys(table)) expect(reach(phase)).toContain('ended');
  });

  test('says in a sentence why a cell is never reached or changes nothing', () => {
    const reasons = cells.flatMap(({ cell }) => {
      if ('ignored' in cell) return [cell.ignored];
      return 'impossible' in cell ? [cell.impossible] : [];
    });
    expect(reasons.length).toBeGreaterThan(20);
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].+\.$/u);
  });

  test('never leaves the end', () => {
    expect(Object.values(table['ended'] ?? {}).every((cell) => 'ignored' in cell)).toBe(true);
  });

  test('lets a live session pass on exactly what the link answers', () => {
    const passed = Object.entries(table['live'] ?? {}).filter(([, cell]) => 'link' in cell);
    expect(Object.fromEntries(passed)).toEqual(
      Object.fromEntries(Object.entries(linkFrames).filter(([, cell]) => 'link' in cell)),
    );
  });
});

const exchanged = ['request', 'answer', 'failure', 'cancel', 'notice', 'chunk', 'credit', 'drop', 'ping', 'pong'];

test.each<[AnyTable, Readonly<Record<string, readonly string[]>>]>([
  [
    clientTable,
    {
      connected: ['challenge', 'refused'],
      claiming: ['refused'],
      greeted: ['welcome', 'refused'],
      committing: ['refused'],
      live: ['refused', ...exchanged],
      ended: [],
    },
  ],
  [
    serverTable,
    { challenged: ['hello'], judging: [], welcomed: ['committed'], recording: [], live: exchanged, ended: [] },
  ],
])('each phase accepts its own frames only, and any other is unexpected', (table, accepted) => {
  const frames = (phase: string, is: (cell: Cell<string, string>) => boolean): string[] =>
    frameKinds.filter((kind) => is(table[phase]?.[kind] ?? { ignored: '' }));
  for (const [phase, kinds] of Object.entries(accepted)) {
    expect(frames(phase, (cell) => 'action' in cell || 'link' in cell)).toEqual(kinds);
    const refused = frames(phase, (cell) => 'end' in cell && cell.end === 'frame_unexpected');
    const isRead = phase !== 'recording' && phase !== 'ended';
    expect(refused).toEqual(isRead ? frameKinds.filter((kind) => !kinds.includes(kind)) : []);
  }
});

test('the phase changes before the action, and the action gets what began the phase it came in', () => {
  const seen: unknown[] = [];
  const note = (trigger: Trigger, began: Trigger | undefined): unknown =>
    seen.push([machine.phase, trigger.t, began?.t]);
  const machine: SessionMachine<'a' | 'b', 'note', Trigger> = new SessionMachine<'a' | 'b', 'note', Trigger>(
    {
      a: { go: { action: 'note', next: 'b' } },
      b: { go: { action: 'note', next: 'b' }, stop: { end: 'given' }, never: { impossible: 'It does not exist.' } },
      ended: { go: { ignored: 'The session has ended.' } },
    },
    'a',
    { actions: { note }, exchange: () => undefined, close: (code) => seen.push([machine.phase, code]) },
  );
  machine.on({ t: 'go' });
  machine.on({ t: 'go' });
  expect(() => machine.on({ t: 'never' })).toThrow('"never" came to a session that is b. It does not exist.');
  machine.on({ t: 'stop', code: 'shutting_down' });
  machine.on({ t: 'go' });
  expect(seen).toEqual([
    ['b', 'go', undefined],
    ['b', 'go', 'go'],
    ['ended', 'shutting_down'],
  ]);
});
