import { expect, test } from 'vitest';
import { registry } from '../../../connectors/registry.ts';
import { type HealthCheck, HealthReport } from '../../tunnel/messages.ts';
import { findExcess, reportCaps } from '../../tunnel/payload-caps.ts';
import { fitReport } from './fit-report.ts';

const { manifest } = registry.find((one) => one.manifest.id === 'aws')!;

/** As an AWS source reports them, every permission with its verdict. */
function checksOf(source: string, status: HealthCheck['status']): HealthCheck[] {
  return Object.entries(manifest.checks).map(([check, { affects, grants, judges = [] }]) => ({
    connector: manifest.id,
    source,
    check,
    status,
    summary: 'x'.repeat(150),
    affects: [...affects],
    needed: [...grants],
    missing: [],
    excess: [],
    judged: [...grants, ...judges].map((grant, at) => ({
      grant,
      verdict: at === 0 ? ('denied' as const) : ('allowed' as const),
      at: '2026-01-01T00:00:00.000Z',
    })),
    evidence: { status: 403, code: 'AccessDenied', requestId: 'r'.repeat(36) },
    remedy: status === 'failed' ? 'y'.repeat(200) : '',
  }));
}

const reportOf = (sources: number, status: HealthCheck['status']): HealthReport => ({
  at: '2026-01-01T00:00:00.000Z',
  checks: Array.from({ length: sources }, (_, at) => checksOf(`aws-${at}`, status)).flat(),
});

const cap = reportCaps['health.report'].request;
const fits = (report: HealthReport): boolean => {
  const text = JSON.stringify(HealthReport.parse(report));
  return Buffer.byteLength(text) <= cap.bytes && findExcess(text, cap) === undefined;
};

test('forty accounts are reported whole', () => {
  const report = reportOf(40, 'ok');
  expect(fitReport(report)).toBe(report);
  expect(fits(report)).toBe(true);
});

test.each(['ok', 'failed'] as const)('two hundred accounts that are %s fit, and what is left out is said', (status) => {
  const report = reportOf(200, status);
  expect(fits(report)).toBe(false);
  const fitted = fitReport(report);
  expect(fits(fitted)).toBe(true);
  expect(fitted.shortened).toBe(true);
  const kept = ({ source, check, status: state, summary, remedy }: HealthCheck) => [
    source,
    check,
    state,
    summary,
    remedy,
  ];
  expect(fitted.checks.map(kept)).toEqual(report.checks.map(kept));
});

test('what is allowed is left out before what is not', () => {
  const fitted = fitReport(reportOf(80, 'ok'));
  const verdicts = new Set(fitted.checks.flatMap(({ judged = [] }) => judged.map(({ verdict }) => verdict)));
  expect([fitted.shortened, [...verdicts]]).toEqual([true, ['denied']]);
});
