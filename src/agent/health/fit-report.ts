/** A report of many sources, within what the tunnel carries of one. */
import type { HealthCheck, HealthReport } from '../../tunnel/messages.ts';
import { findExcess, reportCaps } from '../../tunnel/payload-caps.ts';

type Shorten = (check: HealthCheck) => HealthCheck;

/** In the order in which they are missed least. The result of each check, what it found and what to do always stay. */
const steps: readonly Shorten[] = [
  ({ judged = [], ...check }) => {
    const open = judged.filter(({ verdict, old }) => verdict !== 'allowed' || old === true);
    return open.length === 0 ? check : { ...check, judged: open };
  },
  (check) => (isQuiet(check) ? { ...check, affects: [], needed: [] } : check),
  ({ judged: _judged, held: _held, ...check }) => check,
  (check) => ({ ...check, affects: [], needed: [] }),
];

/** Left out is said by `shortened`. A report that fits is returned as it is. */
export function fitReport(report: HealthReport): HealthReport {
  let fitted = report;
  for (const step of steps) {
    if (fits(fitted)) return fitted;
    fitted = { ...fitted, checks: fitted.checks.map(step), shortened: true };
  }
  return fitted;
}

function isQuiet({ status }: HealthCheck): boolean {
  return status === 'ok' || status === 'skipped';
}

function fits(report: HealthReport): boolean {
  const cap = reportCaps['health.report'].request;
  const text = JSON.stringify(report);
  return Buffer.byteLength(text) <= cap.bytes && findExcess(text, cap) === undefined;
}
