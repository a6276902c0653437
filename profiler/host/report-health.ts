/** What the boot found, as health checks: the Fleet page shows each with its remedy. */
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import type { BootProblem } from './boot/boot-problem.ts';

/** One check that the boot passed, and one for each warning it gave that costs something. */
export function describeHealth(warnings: readonly BootProblem[], targets: number): HealthCheck[] {
  const common = { connector: 'profiler', affects: ['capture'], needed: [], missing: [], excess: [], evidence: {} };
  const passed: HealthCheck = {
    ...common,
    check: 'boot',
    status: 'ok',
    summary: `Capabilities, kernel and target list are in order; ${targets} ${targets === 1 ? 'target' : 'targets'} listed.`,
    remedy: 'Nothing to do.',
  };
  return [
    passed,
    ...warnings
      .filter(({ isHarmless }) => isHarmless !== true)
      .map(({ code, cause, cost, fix }): HealthCheck => ({
        ...common,
        check: code,
        status: 'degraded',
        summary: `${cause}: ${cost}.`,
        remedy: fix,
      })),
  ];
}
