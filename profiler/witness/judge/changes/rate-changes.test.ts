import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import {
  blocksOf,
  called,
  carried,
  makeRecord,
  moved,
  networkOf,
  ran,
  sampled,
} from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import { Diff } from '../../diff/diff.ts';
import { judgeGate } from '../../say/gate/gate.ts';
import { writeSarif } from '../../say/sarif/write-sarif.ts';
import { renderMarkdown } from '../../say/text/render-markdown.ts';
import { renderDiff } from '../../say/text/render.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import { withoutRatio } from './rate-changes.ts';

const { axes, processes } = makeRecord();
const peer = '10.0.0.9';

/** Under known work; with so many calls, bytes, samples and CPU time that a side without them has none of. */
function capture(version: string, events: number, { work = true } = {}): ComparedCapture {
  const has = <T>(made: T): T[] => (events === 0 ? [] : [made]);
  const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: work ? 6000 : 0 };
  const traffic = [requests, ...has({ ...carried('sent', events * 100, peer), messages: events })];
  const main = 10e9;
  const thread = (comm: string, ns: number) => ({ comm, threads: 1, ns });
  const total_ns = main + events * 1e6;
  const built = processes.map((one) => ({ ...one, exe_sha256: version.padEnd(64, '0'), build_id: version }));
  const made = {
    ...axes,
    cpu_stacks: sampled([ran('main', 2000), ran('parse', 1400), ...has(ran('planted', events))]),
    cpu_time: {
      total_ns,
      blocks_ns: blocksOf(total_ns),
      threads: [thread('main', main), ...has(thread('planted', events * 1e6))],
    },
    syscalls: { calls: [called('read', 6000), called('openat', 600), ...has(called('planted', events))], cut: 0 },
    file_io: {
      transfers: [moved('/var/log/app.log', 'write', 600), ...has(moved('/planted', 'read', events))],
      cut: 0,
    },
    network: networkOf([], { traffic }),
  };
  return makeCapture(version, made, { processes: built });
}

const side = (version: string, events: number, options = {}) =>
  Array.from({ length: 3 }, (_, at) => capture(version, events === 0 ? 0 : events + at, options));
const appears = (events: number, options = {}) => diffOf(side('a1', 0, options), side('b2', events, options));
const stops = (events: number) => diffOf(side('a1', events), side('b2', 0));
const isPlanted = (text: string): boolean => text.includes('planted') || text.includes(peer);

/** Every object in it that is of a planted key. */
function plantedIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value as Record<string, unknown>;
  const inside = Object.values(own).flatMap(plantedIn);
  return typeof own['key'] === 'string' && isPlanted(own['key']) ? [own, ...inside] : inside;
}

describe.each([12, 100, 2000, 40_000])('a cost of %i events that one side alone has', (events) => {
  test.each([
    ['appears', appears(events), 'none before'],
    ['stops', stops(events), 'none after'],
  ])('%s: nowhere has it a ratio', (_name, diff, words) => {
    const found = plantedIn(Diff.parse(diff));
    expect(found.length).toBeGreaterThan(4);
    expect(JSON.stringify(found)).not.toMatch(/"(?:ratio|low|high|per_second|per_work|smallest_detectable)"/u);
    expect(JSON.stringify(plantedIn(JSON.parse(writeSarif(diff))))).not.toMatch(/"(?:ratio|low|high)"/u);

    expect(plantedIn(diff.summary.findings)).not.toEqual([]);
    const ratio = /×|\btimes the\b|\bvezes\b|\d %/u;
    const texts = [renderDiff(diff), renderMarkdown(diff), writeSarif(diff), judgeGate(diff).lines.join('\n')];
    const lines = texts.flatMap((text) => text.split('\n')).filter(isPlanted);
    const { en, 'pt-BR': pt } = diff.summary.sentences;
    const isHeadline = (line: string): boolean => /^(?:\*\*)?(?:app )?b2 |"sentence"/u.test(line.trim());
    const clauses = [en, pt].flatMap((sentence) => sentence.split(/, (?!none|nada|\d)|;| and | e /u)).filter(isPlanted);
    expect([...lines.filter((line) => !isHeadline(line)), ...clauses].filter((line) => ratio.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes(words)).length).toBeGreaterThan(3);
  });
});

describe('a confirmed cost that only one side has', () => {
  const levelOf = (diff: Diff, key: string): unknown =>
    (
      JSON.parse(writeSarif(diff)) as { runs: [{ results: { level: string; properties: { key: string } }[] }] }
    ).runs[0].results
      .filter(({ properties }) => properties.key === key)
      .map(({ level }) => level);

  test('stops a gate and is an error where it appeared', () => {
    const diff = appears(6000);
    const { code, lines } = judgeGate(diff);
    expect(code).toBe(1);
    expect(lines).toContain('syscalls: planted ok: none before, 1.00 calls for each request after');
    expect(levelOf(diff, 'planted ok')).toEqual(['error']);
    expect(judgeGate({ ...diff, identity: 'same_binary' }).code).toBe(1);
  });

  test('is no regression where it stopped', () => {
    const diff = stops(6000);
    const { code, lines } = judgeGate(diff);
    expect([code, lines[0]]).toEqual([0, 'No confirmed regression.']);
    expect(lines.join('\n')).not.toContain('planted');
    expect(levelOf(diff, 'planted ok')).toEqual(['note']);
  });

  test('says how much there is for each unit of work, and a second where work was not counted', () => {
    const findingOf = (diff: Diff) =>
      plantedIn(diff.summary.findings).find(({ axis, key }) => axis === 'syscalls' && key === 'planted ok');
    expect(findingOf(appears(6000))).toEqual({
      axis: 'syscalls',
      key: 'planted ok',
      state: 'changed',
      level: 'confirmed',
      only: 'after',
      amount: expect.closeTo(1, 3) as number,
      unit: 'calls',
      per: 'work',
      share: expect.any(Number) as number,
    });
    expect(findingOf(stops(6000))).toMatchObject({ only: 'before', amount: expect.closeTo(1, 3) as number });
    const bare = axisOf(appears(6000, { work: false }), 'syscalls');
    expect(bare.changes.find(({ key }) => key === 'planted ok')?.verdict?.one_sided).toEqual({
      only: 'after',
      amount: expect.closeTo(100, 0) as number,
      unit: 'calls',
      per: 'second',
    });
  });

  test('is said in a sentence of each language', () => {
    const { findings: _, ...summary } = stops(6000).summary;
    expect(summary.sentences.en).toMatch(/b2 no longer spends CPU time in planted \(app\) \(none after, /u);
    expect(summary.sentences['pt-BR']).toMatch(
      /b2 não gasta mais tempo de CPU em planted \(app\) \(nada depois, [\d,]+ [µm]s CPU por requisição antes\)/u,
    );
  });
});

describe('a ratio', () => {
  const effect = { ratio: 900, low: 2, high: 1e6 };
  const verdict = { level: 'confirmed', per_second: effect, per_work: effect, p: 0.01 } as const;
  const work = { before: 10, after: 20 };

  test('stays where the other side has little, in one capture alone', () => {
    expect(withoutRatio(verdict, { before: 1e-9, after: 40, unit: 'calls/s', work })).toEqual(verdict);
    const few = [capture('a1', 0), capture('a1', 1), capture('a1', 0)];
    const row = axisOf(diffOf(few, side('b2', 6000)), 'syscalls').changes.find(({ key }) => key === 'planted ok');
    expect(row?.verdict?.per_second?.ratio).toBeGreaterThan(100);
    expect(row?.verdict).not.toHaveProperty('one_sided');
  });

  test('gives way to the amount of the side that has any, by the work of that side', () => {
    expect(withoutRatio(verdict, { before: 40, after: 0, unit: 'ns/s', work })).toEqual({
      level: 'confirmed',
      p: 0.01,
      one_sided: { only: 'before', amount: 4, unit: 'ns', per: 'work' },
    });
  });

  test('of nothing on both sides stays as it is', () => {
    expect(withoutRatio(verdict, { before: 0, after: 0, unit: 'ns/s', work })).toEqual(verdict);
  });
});
