import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeBundle } from '../../../../test/made-bundle.ts';
import { blocksOf, makeProcess, makeRecord } from '../../../../test/made-capture.ts';
import type { Bundle } from '../../bundle/record/bundle.ts';
import { listBuilds } from '../../bundle/features/builds.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';
import { buildFlameGraph, compareFlameGraphs } from './build-flame-graph.ts';
import { FlameGraph, type MeasuredFlame } from './flame-graph.ts';

type Sampled = NonNullable<CollectorAxes['cpu_stacks']>;

interface Made {
  readonly version?: string;
  /** Functions of a stack, root first, and how often it was sampled. */
  readonly stacks: readonly (readonly [path: string, count: number])[];
  readonly hour?: number;
  readonly change?: Partial<Sampled>;
  readonly seconds?: number;
}

/** 10 s at 100 samples a second unless set otherwise: a sample is worth 1 ms/s. */
function sampled({ version = '1', stacks, hour = 0, change = {}, seconds = 10 }: Made): Bundle {
  const names = [...new Set(stacks.flatMap(([path]) => path.split('>')))];
  const samples = stacks.reduce((all, [, count]) => all + count, 0);
  const selfOf = (name: string): number =>
    stacks.filter(([path]) => path.split('>').at(-1) === name).reduce((sum, [, count]) => sum + count, 0);
  const record = makeRecord();
  const axis = {
    ...record.axes.cpu_stacks,
    samples,
    whole: samples,
    measured_hz: 100,
    functions: names.map((name, line) => ({
      name,
      module: 'app',
      self: selfOf(name),
      total: selfOf(name),
      self_blocks: blocksOf(selfOf(name)),
      file: `src/${name}.c`,
      line: line + 1,
    })),
    stacks: stacks.map(([path, count]) => ({ frames: path.split('>').map((name) => names.indexOf(name)), count })),
    ...change,
  } as Sampled;
  const start = new Date(Date.UTC(2026, 10, 21, hour)).toISOString();
  const window = { ...record.window, measured_ns: seconds * 1e9, requested_ns: seconds * 1e9, start_wall: start };
  return makeBundle(
    { axes: { ...record.axes, cpu_stacks: axis }, window },
    { version, request_id: `request-${hour}`, requested_at: start },
  );
}

function measured(graph: FlameGraph): MeasuredFlame {
  const parsed = FlameGraph.parse(graph);
  if (parsed.state !== 'measured') throw new Error(parsed.why.join());
  return parsed;
}

/** Each node as the way from its root, with its amounts. */
function paths({ frames, nodes }: MeasuredFlame): [path: string, before: number | undefined, after: number][] {
  const named: string[] = [];
  return nodes.frame.map((frame, node) => {
    const name = frames[frame]?.key.replace(' (app)', '') ?? '?';
    const parent = nodes.parent[node] ?? -1;
    named[node] = parent === -1 ? name : `${named[parent]}>${name}`;
    return [named[node], nodes.before?.[node], nodes.after[node] ?? 0];
  });
}

describe('the flame graph of one capture', () => {
  test('merges stacks that begin alike, a caller before its callees and those by name', () => {
    const graph = measured(
      buildFlameGraph(
        sampled({
          stacks: [
            ['main>serve>zip', 30],
            ['main', 5],
            ['main>idle', 15],
          ],
        }),
      ),
    );
    expect(paths(graph)).toEqual([
      ['main', undefined, 50],
      ['main>idle', undefined, 15],
      ['main>serve', undefined, 30],
      ['main>serve>zip', undefined, 30],
    ]);
    expect(graph.after).toEqual({ version: '1', captures: 1, total: 50, samples: 50, ends_early: 0, unlisted: 0 });
    expect([graph.before, graph.complete, graph.cut]).toEqual([undefined, true, 0]);
  });

  test('counts the total of a function that calls itself once, and its nodes apart', () => {
    const graph = measured(
      buildFlameGraph(
        sampled({
          stacks: [
            ['main>walk>walk>walk', 8],
            ['main>walk', 2],
          ],
        }),
      ),
    );
    const walk = graph.frames.find(({ key }) => key === 'walk (app)');
    expect(walk).toEqual({ key: 'walk (app)', place: { file: 'src/walk.c', line: 2 }, after: { self: 10, total: 10 } });
    expect(paths(graph).map(([path, , after]) => [path, after])).toEqual([
      ['main', 10],
      ['main>walk', 10],
      ['main>walk>walk', 8],
      ['main>walk>walk>walk', 8],
    ]);
  });

  test('is in milliseconds of CPU a second by the measured rate and window', () => {
    const graph = measured(
      buildFlameGraph(sampled({ stacks: [['main', 60]], change: { measured_hz: 50 }, seconds: 20 })),
    );
    expect(graph.nodes.after).toEqual([60]);
    const shorter = sampled({ stacks: [['main', 60]], change: { measured_hz: 50 }, seconds: 40 });
    expect(measured(buildFlameGraph(shorter)).nodes.after).toEqual([30]);
  });

  test('says how many stacks do not reach their root and how many samples have no stack', () => {
    const graph = measured(
      buildFlameGraph(sampled({ stacks: [['main', 90]], change: { samples: 100, whole: 98, ends_early: [] } })),
    );
    expect(graph.after).toMatchObject({ samples: 100, total: 100, ends_early: 2, unlisted: 10 });
    expect(graph.complete).toBe(false);
  });

  test('of a capture without samples says why there is none', () => {
    const { cpu_stacks: _without, ...axes } = makeRecord().axes;
    const graph = buildFlameGraph(makeBundle({ axes }));
    expect(graph.state).toBe('missing');
    expect(graph.state === 'missing' && graph.why[0]).toMatch(/^v1: /u);
  });

  test('keeps the largest nodes at its limit, with every caller of what remains, and says how many were cut', () => {
    const stacks = Array.from({ length: 50 }, (_, one) => [`main>f${one}>g${one}`, one + 1] as const);
    const graph = measured(buildFlameGraph(sampled({ stacks }), 21));
    expect([graph.nodes.frame.length, graph.cut]).toEqual([21, 80]);
    expect(paths(graph).map(([path]) => path)).toContain('main>f49>g49');
    expect(paths(graph).map(([path]) => path)).not.toContain('main>f39');
    // What was cut is still in its callers and in the table.
    expect(graph.nodes.after[0]).toBe(graph.after.total);
    expect(graph.frames).toHaveLength(101);
  });
});

describe('the flame graph of two versions', () => {
  const before = [
    sampled({
      version: '1',
      hour: 1,
      stacks: [
        ['main>serve', 30],
        ['main>old', 10],
      ],
    }),
    sampled({ version: '1', hour: 2, stacks: [['main>serve', 50]] }),
  ];
  const after = [
    sampled({
      version: '2',
      hour: 3,
      stacks: [
        ['main>serve', 60],
        ['main>serve>new', 20],
      ],
    }),
  ];

  test('has both amounts at every node, each the mean of its captures', () => {
    const graph = measured(compareFlameGraphs(before, after));
    expect(paths(graph)).toEqual([
      ['main', 45, 80],
      ['main>old', 5, 0],
      ['main>serve', 40, 80],
      ['main>serve>new', 0, 20],
    ]);
    expect([graph.before?.captures, graph.after.captures, graph.not_comparable]).toEqual([2, 1, undefined]);
    const serve = graph.frames.find(({ key }) => key === 'serve (app)');
    expect(serve).toMatchObject({ before: { self: 40, total: 40 }, after: { self: 60, total: 80 } });
  });

  test('is the same to the byte in any order of replicates', () => {
    const third = sampled({
      version: '1',
      hour: 4,
      stacks: [
        ['main>serve', 7],
        ['main>old', 3],
      ],
      seconds: 7,
    });
    const [head, replicate] = before as [Bundle, Bundle];
    const one = compareFlameGraphs([head, replicate, third], after);
    expect(JSON.stringify(compareFlameGraphs([head, third, replicate], after))).toBe(JSON.stringify(one));
  });

  test('is drawn where the sides are not comparable, and says why nothing follows from it', () => {
    const cut = sampled({
      version: '2',
      hour: 3,
      stacks: [['main', 80]],
      change: { cut: { functions: 3, stacks: 0 } },
    });
    const graph = measured(compareFlameGraphs(before, [cut]));
    expect(graph.not_comparable).toContain('2: measured in part');
    expect(graph.nodes.after).toContain(80);
  });

  test('says that nothing follows from it where a side is of two builds, which whole stacks do not tell apart', () => {
    const processes = ['a', 'b'].map((build, at) =>
      makeProcess(at + 1, { build_id: build, exe_sha256: build.repeat(64) }),
    );
    const [first] = after as [Bundle];
    const rolling = { ...first, builds: listBuilds(processes) };
    const graph = measured(compareFlameGraphs(before, [rolling]));
    expect(graph.not_comparable).toContain(
      'a capture of 2 measured two builds at once: /usr/bin/app a and /usr/bin/app b',
    );
  });

  test('says how much time is in nodes that were left out', () => {
    const graph = measured(compareFlameGraphs(before, after, 2));
    expect(paths(graph)).toEqual([
      ['main', 45, 80],
      ['main>serve', 40, 80],
    ]);
    expect([graph.cut, graph.other]).toEqual([2, { before: 5, after: 20 }]);
  });

  test('of a side without samples is missing and names the version', () => {
    const { cpu_stacks: _without, ...axes } = makeRecord().axes;
    const graph = compareFlameGraphs(before, [makeBundle({ axes }, { version: '2' })]);
    expect(graph.state === 'missing' && graph.why).toEqual([expect.stringMatching(/^2: /u)]);
  });
});

describe('the shape of the answer', () => {
  const graph = measured(buildFlameGraph(sampled({ stacks: [['main>serve', 3]] })));

  test.each([
    ['frame', [0, -1]],
    ['frame', [0, 1.5]],
    ['parent', [-2, 0]],
    ['parent', ['-1', 0]],
    ['after', [3, Number.NaN]],
    ['after', [3, null]],
    ['after', undefined],
    ['before', {}],
  ])('refuses nodes whose %s is %j, and names it', (name, values) => {
    const parsed = FlameGraph.safeParse({ ...graph, nodes: { ...graph.nodes, [name]: values } });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([`nodes.${name}`]);
  });

  test('is described as lists of numbers', () => {
    const described = z.toJSONSchema(FlameGraph, { io: 'input', unrepresentable: 'any' });
    expect(JSON.stringify(described)).toContain('"parent":{"type":"array","items":{"type":"integer","minimum":-1}}');
  });
});
