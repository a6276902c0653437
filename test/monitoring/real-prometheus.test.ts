/** The alerts by `promtool`, and every expression asked of a Prometheus that scrapes a control plane. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { alertRules } from '../../scripts/generate/monitoring/alert-rules.ts';
import { rows } from '../../scripts/generate/monitoring/dashboard.ts';
import { type MetricRow, metricTable } from '../../src/control/metrics/metric-table.ts';
import { startPrometheus } from '../contract/real-prometheus.ts';
import type { RealProcess } from '../contract/real-process.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { alertCases } from './alert-cases.ts';

const alertsFile = path.resolve('deploy/monitoring/alerts.yaml');
const rowsOfTable: readonly MetricRow[] = Object.values(metricTable);

function promtool(args: readonly string[], input?: string): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', args, { encoding: 'utf8', input });
  return { status, said: stdout + stderr };
}

describe('promtool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'farol-alerts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('accepts the alert rules', () => {
    const { status, said } = promtool(['check', 'rules', alertsFile]);
    expect(said).toContain(`${alertRules.length} rules found`);
    expect(status).toBe(0);
  });

  test('every alert has series with which it fires and series with which it does not', () => {
    expect(Object.keys(alertCases)).toEqual(alertRules.map(({ name }) => name));
  });

  test.each(alertRules)('$name fires when it should, with its words, and not otherwise', (rule) => {
    const { fires, quiet, at, labels, summary } = alertCases[rule.name]!;
    const { severity, action, documentation } = rule;
    const fired = { exp_labels: { severity, ...labels }, exp_annotations: { summary, action, documentation } };
    const judge = (series: Readonly<Record<string, string>>, expected: readonly object[]) => ({
      interval: '1m',
      input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
      alert_rule_test: [{ eval_time: at, alertname: rule.name, exp_alerts: expected }],
    });
    const file = path.join(folder, `${rule.name}.yaml`);
    const tests = [judge(fires, [fired]), judge(quiet, [])];
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests }));
    const { status, said } = promtool(['test', 'rules', file]);
    expect(said).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});

describe('a control plane that Prometheus scrapes', () => {
  let plane: TestControl;
  let prometheus: RealProcess;
  beforeAll(async () => {
    plane = await startTestControl();
    await plane.signIn('member');
    const target = new URL(plane.control.metricsUrl!).host;
    prometheus = await startPrometheus(undefined, { scrapes: [{ job: 'farol', targets: [target] }] });
    await vi.waitUntil(async () => (await ask('up{job="farol"} == 1')).length === 1, {
      timeout: 20_000,
      interval: 200,
    });
  });
  afterAll(async () => {
    await prometheus?.stop();
    await plane?.close();
  });

  async function ask(query: string): Promise<unknown[]> {
    const address = new URL('/api/v1/query', prometheus.url);
    address.searchParams.set('query', query);
    const answer = (await (await fetch(address)).json()) as { error?: string; data?: { result: unknown[] } };
    expect(answer.error).toBeUndefined();
    return answer.data!.result;
  }

  test('serves metrics by the conventions of Prometheus', async () => {
    const text = await (await fetch(plane.control.metricsUrl!)).text();
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, said: '' });
  });

  test('serves every metric of the table, and no other of its own', async () => {
    const text = await (await fetch(plane.control.metricsUrl!)).text();
    const served = [...text.matchAll(/^# TYPE (?<name>farol_\w+) (?<type>\w+)$/gmu)].map(({ groups }) => ({
      ...groups,
    }));
    const byName = (a: { name?: string }, b: { name?: string }): number => (a.name! < b.name! ? -1 : 1);
    expect(served.toSorted(byName)).toEqual(rowsOfTable.map(({ name, type }) => ({ name, type })).toSorted(byName));
  });

  const questions = rows.flatMap(({ panels }) =>
    panels.flatMap((panel) =>
      panel.questions.map(({ expr }) => ({
        title: panel.title,
        expr: expr.replaceAll('$job', 'farol').replaceAll('$__rate_interval', '1m'),
      })),
    ),
  );
  const sometimes = rowsOfTable.filter((row) => row.isSometimesAbsent === true).map(({ name }) => name);
  // A share of nothing is no number, a run of retention is a minute away, and nothing was cut.
  const needsEvents = /histogram_quantile|retention_last_success|connections_cut/u;

  const isQuiet = ({ expr }: { readonly expr: string }): boolean =>
    sometimes.some((name) => expr.includes(name)) || needsEvents.test(expr);

  test.each(questions.filter((one) => !isQuiet(one)))('has series for the panel "$title": $expr', async ({ expr }) => {
    await expect.poll(() => ask(expr)).not.toEqual([]);
  });

  test.each(questions.filter(isQuiet))('can evaluate the panel "$title": $expr', async ({ expr }) => {
    expect(await ask(expr)).toBeInstanceOf(Array);
  });

  // How full its disk and how busy it is; and retention begins after a minute, which the `for` of its alert allows.
  const ofTheMachine = new Set(['FarolDiskFilling', 'FarolEventLoopLate', 'FarolRetentionStopped']);

  test.each(alertRules.filter(({ name }) => !ofTheMachine.has(name)))(
    '$name does not fire: $expr',
    async ({ expr }) => {
      expect(await ask(expr)).toEqual([]);
    },
  );
});

test('every expression of the dashboard file is one of those that were asked', () => {
  const text = readFileSync('deploy/monitoring/dashboard.json', 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  const inFile = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(inFile).toEqual(
    rows.flatMap(({ panels: own }) => own.flatMap((one) => one.questions.map(({ expr }) => expr))),
  );
});

test('every alert leads to a heading that exists', () => {
  const missing = alertRules.filter(({ documentation }) => {
    const [file = '', anchor] = documentation.split('#');
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    return !headings.includes(anchor ?? '');
  });
  expect(missing.map(({ documentation }) => documentation)).toEqual([]);
});
