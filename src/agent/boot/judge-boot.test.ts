import { describe, expect, test } from 'vitest';
import { healthyBoot as healthy } from './healthy-boot.ts';
import { type BootFacts, judgeBoot } from './judge-boot.ts';

const source = healthy.sources[0]!;
const problem = { variable: 'SOME_VARIABLE', problem: 'SOME_VARIABLE is wrong.', remedy: 'Mend SOME_VARIABLE.' };

test('a healthy Agent has nothing to say', () => {
  expect(judgeBoot(healthy)).toEqual({ refusals: [], warnings: [] });
});

describe('each problem has a cause, a cost and a fix', () => {
  const refusals: [string, Partial<BootFacts>][] = [
    ['configuration', { config: [problem] }],
    ['configuration', { token: [problem] }],
    ['token_in_arguments', { isTokenInArguments: true }],
    ['identity', { identity: [{ cause: 'It is corrupt.', remedy: 'Restore it.' }] }],
    ['configuration', { settings: [problem] }],
    ['secret_store', { secretStore: [problem] }],
    ['allow_file', { allowFile: [problem] }],
    ['lock_file', { lockFile: [problem] }],
    ['sources_file', { sourcesFile: [problem] }],
    ['connector', { sources: [{ ...source, problems: [problem] }] }],
  ];
  const warnings: [string, Partial<BootFacts>][] = [
    ['connector_incomplete', { sources: [{ ...source, missing: 'GRAFANA_METRICS_URL' }] }],
    ['nothing_configured', { sources: [{ ...source, isTouched: false, missing: 'GRAFANA_METRICS_URL' }] }],
    ['secret_unreadable', { sources: [{ ...source, unreadable: [problem] }] }],
    ['clear_text', { sources: [{ ...source, clearText: ['GRAFANA_METRICS_URL'] }] }],
    ['inert_operations', { inert: ['metrics.query'] }],
    ['unknown_variable', { unknownVariables: ['RUNNER_TENNANT'] }],
  ];
  const whole = {
    cause: expect.stringMatching(/[^.]$/u) as string,
    cost: expect.any(String) as string,
    fix: expect.stringMatching(/\.$/u) as string,
  };

  test.each(refusals)('%s refuses the boot (%j)', (code, facts) => {
    const verdict = judgeBoot({ ...healthy, ...facts });
    expect(verdict.refusals).toEqual([{ code, ...whole }]);
    expect(verdict.warnings).toEqual([]);
  });

  test.each(warnings)('%s warns (%j)', (code, facts) => {
    const verdict = judgeBoot({ ...healthy, ...facts });
    expect(verdict.warnings).toEqual([{ code, ...whole }]);
    expect(verdict.refusals).toEqual([]);
  });

  test('and reports all of them together', () => {
    const facts: BootFacts = Object.assign({}, healthy, ...refusals.map(([, one]) => one)) as BootFacts;
    expect(judgeBoot(facts).refusals).toHaveLength(10);
  });

  test('and a long list of inert operations is cut', () => {
    const inert = Array.from({ length: 170 }, (_, index) => `things.read${index}`);
    const [warning] = judgeBoot({ ...healthy, inert }).warnings;
    expect(warning?.cause).toContain('things.read9 and 160 more');
  });
});
