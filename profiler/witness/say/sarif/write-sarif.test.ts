import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeCapture } from '../../../../test/made-bundle.ts';
import {
  absent,
  allProbes,
  carried,
  checked,
  connected,
  makeRecord,
  networkOf,
  opened,
  ran,
  ranAt,
  sampled,
} from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';
import type { ComparedCapture } from '../../judge/comparable/counted-captures.ts';
import type { Diff } from '../../diff/diff.ts';
import { escapeMarkdown, renderMarkdown } from '../text/render-markdown.ts';
import { views } from '../../judge/views/views.ts';
import { helpOf } from './axis-help.ts';
import { writeSarif } from './write-sarif.ts';

/** The schema of SARIF 2.1.0; a relative reference is one to a file, and is tested below. */
const schema = z.fromJSONSchema(
  JSON.parse(
    readFileSync(
      createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
      'utf8',
    ),
    (name, value: unknown) => (name === 'format' && value === 'uri-reference' ? undefined : value),
  ) as Parameters<typeof z.fromJSONSchema>[0],
);

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
        readonly region?: { readonly startLine: number };
      };
      readonly logicalLocations?: readonly { readonly fullyQualifiedName: string; readonly kind: string }[];
    },
  ];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly properties: { readonly key: string };
}
interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { id: string; help: { text: string } }[] } };
  readonly automationDetails: { readonly id: string };
  readonly invocations: readonly [
    {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly {
        readonly descriptor: { readonly id: string };
        readonly associatedRule: { readonly id: string; readonly index: number };
        readonly message: { readonly text: string };
      }[];
    },
  ];
  readonly results: readonly Result[];
}

/** Of a document that conforms. */
function runOf(diff: Diff): Run {
  const document: unknown = JSON.parse(writeSarif(diff));
  expect(schema.safeParse(document).error).toBeUndefined();
  return (document as { runs: [Run] }).runs[0];
}

const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };
const { axes, processes } = makeRecord();

/** A capture under known work, of an executable that each version has for itself unless told otherwise. */
function capture(version: string, change: Partial<CollectorAxes>, build = version): ComparedCapture {
  const network = networkOf(change.network?.peers ?? [], { traffic: [requests] });
  const built = processes.map((one) => ({ ...one, exe_sha256: build.padEnd(64, '0'), build_id: build }));
  return makeCapture(version, { ...axes, ...change, network }, { processes: built });
}

const side = (version: string, change: (at: number) => Partial<CollectorAxes>, count = 3, build = version) =>
  Array.from({ length: count }, (_, at) => capture(version, change(at), build));
const functions = (price: number) =>
  sampled([ran('main', 2000), ranAt('price', price, 'src/price list.c', 53), ran('parse', 1400), ran('reply', 900)]);

const costly = (before: number, after: number, count = 3, build?: string): Diff =>
  diffOf(
    side('a1', (at) => ({ cpu_stacks: functions(before + at) }), count, build),
    side('b2', (at) => ({ cpu_stacks: functions(after + at) }), count, build),
  );
const found = (run: Run, axis: string): Result => {
  const [result, ...others] = run.results.filter(({ ruleId }) => ruleId === axis);
  expect(others).toEqual([]);
  return result!;
};

describe('a comparison as SARIF', () => {
  test('conforms to the schema, which rejects what does not', () => {
    const document = JSON.parse(writeSarif(costly(500, 1500))) as { runs: [{ results: [{ level: string }] }] };
    expect(schema.safeParse(document).success).toBe(true);
    document.runs[0].results[0].level = 'fatal';
    expect(schema.safeParse(document).success).toBe(false);
  });

  test('has a rule with a help text for each axis, and results that refer to theirs', () => {
    const diff = costly(500, 1500);
    const run = runOf(diff);
    const { rules } = run.tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(diff.axes.map(({ axis }) => axis));
    expect(rules.filter(({ help }) => help.text.length < 20)).toEqual([]);
    for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(views.filter(({ axis }) => helpOf(axis).text.startsWith('Findings of the axis'))).toEqual([]);
  });

  test('says a finding in the words of the comment, at its file and line, relative to the sources', () => {
    const diff = costly(500, 1500);
    const result = found(runOf(diff), 'cpu_stacks');
    expect(result.message.text).toMatch(
      /^confirmed cpu_stacks: price \(app\) × [23]\.\d\d \(\d\.\d\d to \d\.\d\d\) for each request src\/price list\.c:53$/u,
    );
    expect(renderMarkdown(diff)).toContain(`- ${escapeMarkdown(result.message.text)}\n`);
    expect(result.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/price%20list.c', uriBaseId: '%SRCROOT%' },
          region: { startLine: 53 },
        },
      },
    ]);
  });

  test.each([
    ['./src/a.c', { uri: 'src/a.c', uriBaseId: '%SRCROOT%' }],
    ['/usr/src/a b.c', { uri: 'file:///usr/src/a%20b.c' }],
    ['file:///app/server%20one.mjs', { uri: 'file:///app/server%20one.mjs' }],
    ['src/näme#1.c', { uri: 'src/n%C3%A4me%231.c', uriBaseId: '%SRCROOT%' }],
    ['node:internal/fs', { uri: 'app' }],
    ['../sysdeps/unix/close.c', { uri: 'app' }],
    ['src/../lib/a.c', { uri: 'lib/a.c', uriBaseId: '%SRCROOT%' }],
  ])('a place in %j is the artifact %j', (file, artifact) => {
    const stacks = (price: number) => ({ cpu_stacks: sampled([ran('main', 2000), ranAt('price', price, file, 3)]) });
    const diff = diffOf(
      side('a1', (at) => stacks(500 + at)),
      side('b2', (at) => stacks(1500 + at)),
    );
    const [location] = runOf(diff).results.find(({ properties }) => properties.key === 'price (app)')!.locations;
    expect(location.physicalLocation.artifactLocation).toEqual(artifact);
    expect(() => new URL(location.physicalLocation.artifactLocation.uri, 'file:///srv/')).not.toThrow();
  });

  test('lists findings beyond those of the headline', () => {
    const paths = (count: number) =>
      Array.from({ length: count }, (_, at) => opened(`/etc/${'abcdefghijkl'[at]}.conf`));
    const diff = diffOf(
      [capture('a1', { files: { opens: paths(1), cut: 0 } })],
      [capture('b2', { files: { opens: paths(12), cut: 0 } })],
    );
    expect(diff.summary.findings.map(({ others = [] }) => others.length)).toEqual([10]);
    expect(runOf(diff).results.filter(({ ruleId }) => ruleId === 'files')).toHaveLength(11);
  });
});

describe('the level of a finding', () => {
  const levelOf = (diff: Diff, axis = 'cpu_stacks') => found(runOf(diff), axis).level;

  test('is error for a confirmed regression, note for an improvement and for what is not confirmed', () => {
    expect(levelOf(costly(500, 1500))).toBe('error');
    expect(levelOf(costly(1500, 500))).toBe('note');
    expect(levelOf(costly(500, 1500, 2))).toBe('note');
  });

  test('is error for a confirmed regression of equal executables too', () => {
    const diff = costly(500, 1500, 3, 'same');
    expect(diff.identity).toBe('same_binary');
    expect(levelOf(diff)).toBe('error');
  });

  test('is warning for a new privilege or peer, and note for a new file', () => {
    const diff = diffOf(
      [capture('a1', { files: { opens: [opened('/etc/app.conf')], cut: 0 }, capabilities: { checks: [], cut: 0 } })],
      [
        capture('b2', {
          files: { opens: [opened('/etc/app.conf'), opened('/etc/rates.toml')], cut: 0 },
          network: networkOf([connected('10.0.0.7')]),
          capabilities: { checks: [checked('CAP_SYS_ADMIN', 'mount')], cut: 0 },
        }),
      ],
    );
    expect(['network', 'capabilities', 'files'].map((axis) => levelOf(diff, axis))).toEqual([
      'warning',
      'warning',
      'note',
    ]);
  });
});

describe('a finding without a place in the sources', () => {
  const file = '/data/{uuid}/a[b](c).conf';
  const diff = diffOf(
    [capture('a1', { files: { opens: [opened('/etc/app.conf')], cut: 0 } })],
    [capture('b2', { files: { opens: [opened('/etc/app.conf'), opened(file)], cut: 0 } })],
  );

  test('is of the workload, and names its key', () => {
    const [location] = found(runOf({ ...diff, workload: 'check out/é:1' }), 'files').locations;
    expect(location).toEqual({
      physicalLocation: { artifactLocation: { uri: 'check%20out/%C3%A9%3A1' } },
      logicalLocations: [{ fullyQualifiedName: `${file} read`, kind: 'files' }],
    });
  });

  test('has a message in which braces are no placeholder and brackets no link', () => {
    expect(found(runOf(diff), 'files').message.text).toBe(String.raw`new files: /data/{{uuid}}/a\[b\](c).conf read`);
  });
});

test('a finding keeps its fingerprint when its function moves and the versions change, and no other has it', () => {
  const [first, second] = [costly(500, 1500), costly(600, 2100)].map((diff) => runOf(diff).results);
  const moved = first!.map(({ partialFingerprints: prints }) => prints['primaryLocationLineHash']);
  expect(moved).toEqual(second!.map(({ partialFingerprints: prints }) => prints['primaryLocationLineHash']));
  expect(moved[0]).toMatch(/^[0-9a-f]{16}:1$/u);
  const other = runOf({ ...costly(500, 1500), workload: 'other' }).results;
  expect(other[0]?.partialFingerprints).not.toEqual(first![0]?.partialFingerprints);
  expect(new Set(moved).size).toBe(moved.length);
});

test('runs of each workload and environment are a category of their own', () => {
  const diff = { ...costly(500, 500), workload: 'a/b', env: 'prod eu' };
  expect(runOf(diff).automationDetails.id).toBe('farol/a%2Fb/prod%20eu/');
});

describe('what could not be judged', () => {
  test('is a notification of the run and no result: an axis that was not measured, and one without replicates', () => {
    const probes = allProbes.map((one) => (one.axis === 'files' ? absent(one.id, 'files', 'failed') : one));
    const run = runOf(
      diffOf([makeCapture('a1', {})], [makeCapture('b2', { files: { opens: [opened('/x')], cut: 0 } }, { probes })]),
    );
    const [{ executionSuccessful, toolExecutionNotifications: notices }] = run.invocations;
    expect(executionSuccessful).toBe(true);
    const about = (axis: string) => notices.filter(({ associatedRule }) => associatedRule.id === axis);
    expect(about('files')).toMatchObject([
      {
        descriptor: { id: 'not-comparable' },
        message: { text: 'files: a1: measured; b2: not measured (file_opens: The probe file_opens is failed.)' },
      },
    ]);
    expect(about('cpu_stacks')).toMatchObject([
      { descriptor: { id: 'no-verdict' }, message: { text: expect.stringContaining('1 replicate of a1') as string } },
    ]);
    for (const { associatedRule } of notices) {
      expect(run.tool.driver.rules[associatedRule.index]?.id).toBe(associatedRule.id);
    }
    expect(run.results.filter(({ ruleId }) => ruleId === 'files')).toEqual([]);
  });

  test('is a notification where verdicts are withdrawn as too noisy', () => {
    const diff = costly(400, 405);
    const own = { state: 'too_noisy' as const, comparisons: 6, false: 4, low: 0.22, high: 0.96 };
    const axes = diff.axes.map((one) => (one.axis === 'cpu_stacks' ? { ...one, own_false_alarms: own } : one));
    const [{ toolExecutionNotifications: notices }] = runOf({ ...diff, axes }).invocations;
    expect(notices.filter(({ associatedRule }) => associatedRule.id === 'cpu_stacks')).toMatchObject([
      { descriptor: { id: 'too-noisy' }, message: { text: expect.stringContaining('4 of 6 comparisons') as string } },
    ]);
  });

  test('leaves the run unsuccessful where no axis could be compared', () => {
    const other = makeCapture('b2', {}, { host: { ...makeRecord().host, arch: 'aarch64' } });
    const [{ executionSuccessful, toolExecutionNotifications: notices }] = runOf(
      diffOf([makeCapture('a1', {})], [other]),
    ).invocations;
    expect([executionSuccessful, notices.length > 20]).toEqual([false, true]);
  });
});
