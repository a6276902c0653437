/** What became of the questions and of the tunnels, as lines for the person who started the run. */
import { percentile } from '../../bench/fleet/machine-time.ts';
import type { ChaosReport } from './break-tunnels.ts';
import { limits } from '../../src/tunnel/session/limits.ts';

export function recoveryP99(report: ChaosReport): number {
  return percentile(
    report.recoveries.map(({ recoveredMs }) => recoveredMs),
    0.99,
  );
}

export function renderReport(report: ChaosReport): string {
  const lines = [...report.counts].map(([how, count]) => {
    const own = report.recoveries.filter((one) => one.how === how);
    if (own.length === 0) return `${how}: none`;
    const part = (samples: readonly number[], of: number): number => Math.round(percentile(samples, of));
    const recovered = own.map(({ recoveredMs }) => recoveredMs);
    const noticed = own.map(({ noticedMs }) => noticedMs);
    return (
      `${how}: ${own.length} drops; ${count.asked} asked, ${count.hit} hit, ${count.answered} answered, ` +
      `${count.answeredTwice} twice, ${count.lost} lost; noticed after ${part(noticed, 0.5)} ms, at most ` +
      `${part(noticed, 1)}; live again p50 ${part(recovered, 0.5)} ms, p99 ${part(recovered, 0.99)} ms`
    );
  });
  const all = `all: ${report.recoveries.length} drops, live again p99 ${Math.round(recoveryP99(report))} ms (target 5000), ${report.seconds.toFixed(1)} s; silence is noticed after ${limits.deadAfterMs} ms`;
  return [...lines, all, ...report.complaints.slice(0, 20)].map((line) => `${line}\n`).join('');
}
