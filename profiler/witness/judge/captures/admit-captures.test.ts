import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Admitted, admitCaptures } from './admit-captures.ts';
import { isPaired, pairCaptures } from './baseline.ts';
import type { CaptureListing } from './deployments.ts';
import { windowMs } from './occasions.ts';

const minute = 60_000;
const hour = 60 * minute;
const spacingMs = 15 * minute;

interface Made extends CaptureListing {
  readonly start: number;
}

/** Version, the hour it was requested in, and what differs from a pushed head that is measured a minute later. */
type Event = readonly [version: string, atHour: number, change?: Partial<Made>];

const make = ([version, atHour, change = {}]: Event, place: number): Made => ({
  request_id: `${place}`,
  version,
  kind: 'head',
  status: 'pushed',
  requested_at: new Date(atHour * hour).toISOString(),
  start: atHour * hour + minute,
  ...change,
});

const again = { kind: 'replicate' } as const;
const older: readonly Event[] = [
  ['v1', 0],
  ['v1', 1, again],
  ['v1', 2, again],
];

function admit(captures: readonly Made[], now: number | undefined, wanted = {}): Admitted<Made> {
  const pair = pairCaptures(captures, wanted);
  if (!isPaired(pair)) throw new Error(pair.message);
  return admitCaptures(pair, { now, spacingMs, startOf: ({ start }) => start });
}

const idsOf = (captures: readonly Made[]): string[] => captures.map(({ request_id: id }) => id);

/** Ids by side, which are places in the list of events, and the window. */
function answer(events: readonly Event[], nowHour: number, wanted = {}) {
  const { head, baseline, window } = admit(events.map(make), nowHour * hour, wanted);
  return { head: idsOf(head), baseline: idsOf(baseline), window };
}

describe('the confirmation window [P-SVC-6b]', () => {
  test('is open until the planned occasions are there, 24 hours at most', () => {
    expect(answer([...older, ['v2', 10], ['v2', 11, again]], 12)).toEqual({
      head: ['3', '4'],
      baseline: ['0', '1', '2'],
      window: {
        state: 'open',
        closesAt: 10 * hour + minute + windowMs,
        occasions: 2,
        missing: 1,
        wants: { baseline: false, head: true },
      },
    });
  });

  test('closes with the third occasion, and what comes later does not count', () => {
    const taken = [10, 11, 12, 13, 14].map((at): Event => ['v2', at, at === 10 ? {} : again]);
    const { head, window } = answer([...older, ...taken], 15);
    expect(head).toEqual(['3', '4', '5']);
    expect(window).toMatchObject({ state: 'closed', closedBy: 'planned', closesAt: 12 * hour + minute, missing: 0 });
  });

  test('closes after 24 hours', () => {
    const closed = answer([...older, ['v2', 10], ['v2', 34.5, again]], 40);
    expect([closed.head, closed.window]).toMatchObject([['3'], { state: 'closed', closedBy: 'time', missing: 2 }]);
  });

  test('closes with the first capture of the next version, even one that failed', () => {
    const events: Event[] = [...older, ['v2', 10], ['v3', 11, { status: 'failed' }], ['v2', 12, again]];
    expect(answer(events, 13, { to: 'v2' })).toMatchObject({
      head: ['3'],
      window: { state: 'closed', closedBy: 'next_version', closesAt: 11 * hour, wants: { head: false } },
    });
  });

  test('is not closed by a replicate of the older version, which a report may have asked for', () => {
    const events: Event[] = [
      ['v1', 0],
      ['v1', 1, again],
      ['v2', 10],
      ['v1', 11, again],
      ['v2', 12, again],
      ['v2', 13, again],
    ];
    expect(answer(events, 14)).toMatchObject({
      head: ['2', '4', '5'],
      baseline: ['0', '1', '3'],
      window: { state: 'closed', closedBy: 'planned', missing: 0 },
    });
  });

  test('is closed by a replicate of a version that had no capture before', () => {
    const events: Event[] = [...older, ['v2', 10], ['v3', 11, again]];
    expect(answer(events, 12).window).toMatchObject({ state: 'closed', closedBy: 'next_version' });
  });

  test('opens again for a version that is rolled back to, and its old captures do not count', () => {
    const events: Event[] = [...older, ['v2', 10], ['v1', 20], ['v1', 21, again]];
    expect(answer(events, 22)).toMatchObject({
      head: ['4', '5'],
      baseline: ['3'],
      window: { state: 'open', closesAt: 20 * hour + minute + windowMs, occasions: 2 },
    });
    expect(answer(events, 22, { to: 'v2' })).toMatchObject({ head: ['3'], window: { closedBy: 'next_version' } });
  });

  test('opens at the first head of a deployment: another head of the version counts as a replicate', () => {
    expect(answer([...older, ['v2', 10], ['v2', 11]], 12)).toMatchObject({
      head: ['3', '4'],
      window: { closesAt: 10 * hour + minute + windowMs },
    });
    const late = answer([...older, ['v2', 10], ['v2', 50]], 51);
    expect([late.head, late.window]).toMatchObject([['3'], { state: 'closed', closedBy: 'time' }]);
  });

  test('waits for the older version where it has fewer than the planned occasions', () => {
    const taken: Event[] = [
      ['v1', 0],
      ['v1', 1, again],
      ['v2', 10],
      ['v2', 11, again],
      ['v2', 12, again],
      ['v2', 13, again],
    ];
    expect(answer(taken, 14)).toMatchObject({
      head: ['2', '3', '4'],
      window: { state: 'open', missing: 0, wants: { baseline: true, head: false } },
    });
    const two: Event[] = [...taken, ['v1', 15, again], ['v1', 16, again]];
    const closed = answer(two, 17);
    expect(closed).toMatchObject({ head: ['2', '3', '4'], baseline: ['0', '1', '6'] });
    expect(closed.window).toMatchObject({ state: 'closed', closedBy: 'planned', closesAt: 15 * hour + minute });
  });

  test('waits for the outcome of what was requested before it closed', () => {
    const events = (status: string): Event[] => [...older, ['v2', 10], ['v2', 33.9, { ...again, status }]];
    expect(answer(events('queued'), 34.5)).toMatchObject({ head: ['3'], window: { state: 'open' } });
    expect(answer(events('pushed'), 34.5)).toMatchObject({ head: ['3', '4'], window: { state: 'closed' } });
  });

  test('keeps the head of a version that was measured only after the next one was requested', () => {
    const events: Event[] = [...older, ['v2', 10, { start: 12 * hour }], ['v3', 11]];
    expect(answer(events, 13, { to: 'v2' })).toMatchObject({ head: ['3'], window: { closedBy: 'next_version' } });
  });
});

describe('the captures that count', () => {
  test('of one occasion are the first three, and of more occasions of the older version the newest', () => {
    const close = Array.from({ length: 6 }, (_, at): Event => ['v2', 100 + at / 60, at === 0 ? {} : again]);
    const many = Array.from({ length: 30 }, (_, at): Event => ['v1', at, at === 0 ? {} : again]);
    const { head, baseline } = answer([...many, ...close, ['v2', 101, again], ['v2', 102, again]], 103);
    expect(head).toEqual(['30', '31', '32', '36', '37']);
    expect(baseline).toEqual(['0', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29']);
  });

  test('are all of both deployments where no time is named', () => {
    const events: Event[] = [...older, ['v2', 10], ['v2', 50, again], ['v1', 51, again], ['v2', 52, again]];
    const { head, baseline, window } = admit(events.map(make), undefined);
    expect([idsOf(head), idsOf(baseline), window]).toEqual([['3', '4', '6'], ['0', '1', '2', '5'], undefined]);
  });

  test('were measured when they were requested at the earliest, whatever the clock of their machine said', () => {
    const behind = { start: 0 };
    const events: Event[] = [
      ...older,
      ['v2', 10],
      ['v2', 11, { ...again, ...behind }],
      ['v1', 50, { ...again, ...behind }],
    ];
    expect(answer(events, 51)).toMatchObject({ head: ['3', '4'], baseline: ['0', '1', '2'] });
  });

  test('of a baseline that ran after the head are those of its own window', () => {
    const events: Event[] = [
      ['v1', 0],
      ['v2', 10],
      ['v2', 11, again],
      ['v2', 99, again],
    ];
    const asked = { from: 'v2', to: 'v1' };
    expect(answer(events, 12, asked)).toMatchObject({
      window: { state: 'open', wants: { baseline: true, head: false } },
    });
    expect(answer(events, 100, asked)).toMatchObject({
      head: ['0'],
      baseline: ['1', '2'],
      window: { state: 'closed' },
    });
  });
});

/** Requested so many minutes after the one before, measured after a while, and known two minutes later. */
const history = fc.array(
  fc.record({
    version: fc.constantFrom('v1', 'v2', 'v3'),
    kind: fc.constantFrom('head', 'replicate', 'replicate'),
    status: fc.constantFrom('pushed', 'pushed', 'pushed', 'failed'),
    after: fc.integer({ min: 0, max: 500 }),
    wait: fc.integer({ min: 0, max: 40 }),
  }),
  { minLength: 4, maxLength: 24 },
);

test('a closed answer is final: no later capture of any version changes it, until the version is deployed again', () => {
  let closed = 0;
  fc.assert(
    fc.property(history, fc.constantFrom(undefined, 'v1', 'v3'), (events, from) => {
      let at = 0;
      const all = events.map(({ after, wait, ...rest }, place): Made => {
        at += after * minute;
        return make([rest.version, at / hour, { ...rest, start: at + wait * minute }], place + 100);
      });
      const ask = (now: number) => {
        const known = all
          .filter((one) => Date.parse(one.requested_at) <= now)
          .map((one) => (one.start + 2 * minute <= now ? one : { ...one, status: 'queued' }));
        const pair = pairCaptures(known, { from, to: 'v2' });
        if (!isPaired(pair)) return undefined;
        const admitted = admitCaptures(pair, { now, spacingMs, startOf: ({ start }) => start });
        const sides = { head: idsOf(admitted.head), baseline: idsOf(admitted.baseline) };
        return {
          ...sides,
          history: idsOf(admitted.history),
          window: admitted.window,
          why: pair.why,
          skipped: pair.skipped,
        };
      };
      const times = [...all.map(({ start }) => start + 3 * minute), at + 2 * windowMs].toSorted((a, b) => a - b);
      const isDeployedAgain = (first: number, now: number): boolean =>
        all.slice(first, now).some(({ version, kind }) => {
          const isKnown = all.slice(0, first).some((one) => one.version === version);
          return version !== 'v2' && (kind === 'head' || !isKnown);
        });
      const answers = times.map(ask);
      const pairs = answers.slice(1).flatMap((later, place) => {
        const known = answers[place];
        if (known?.window?.state !== 'closed') return [];
        const [first, now] = [Number(known.head[0]) - 100, Number(later?.head[0]) - 100];
        return now !== first && isDeployedAgain(first, now) ? [] : [{ known, later }];
      });
      closed += pairs.length;
      expect(pairs.map(({ later }) => later)).toEqual(pairs.map(({ known }) => known));
    }),
    { numRuns: 2000 },
  );
  expect(closed).toBeGreaterThan(1000);
});
