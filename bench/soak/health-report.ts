/** A health report of the size that an Agent with a handful of connectors sends. */
import type { HealthCheck, HealthReport } from '../../src/tunnel/messages.ts';

const checks = 20;

/** Every fifth check fails in every third report, so that reports differ from one another. */
export function healthReport(at: number): HealthReport {
  return { at: new Date().toISOString(), checks: Array.from({ length: checks }, (_one, index) => checkOf(at, index)) };
}

function checkOf(at: number, index: number): HealthCheck {
  const isFailed = at % 3 === 0 && index % 5 === 0;
  return {
    connector: 'grafana',
    check: `check_${index}`,
    status: isFailed ? 'failed' : 'ok',
    summary: isFailed ? 'Prometheus refuses the token.' : 'Prometheus answers queries.',
    affects: ['metrics.query', 'metrics.list'],
    needed: ['metrics:read'],
    missing: isFailed ? ['metrics:read'] : [],
    excess: [],
    evidence: { status: isFailed ? 403 : 200 },
    remedy: isFailed ? 'Grant metrics:read to the token.' : '',
  };
}
