/**
 * Breaks as many tunnels as are asked for: `node test/chaos/run.ts --drops 1000 --requests 10000`. Exit code 1 when a
 * question was lost or answered twice.
 */
import { parseArgs } from 'node:util';
import { breakTunnels } from './break-tunnels.ts';
import { renderReport } from './render-report.ts';

const { values } = parseArgs({
  options: { drops: { type: 'string', default: '1000' }, requests: { type: 'string', default: '10000' } },
});
const report = await breakTunnels({
  drops: readNumber('drops', values.drops),
  requests: readNumber('requests', values.requests),
});
process.stdout.write(renderReport(report));
if (report.complaints.length > 0 || report.lockedOrRevoked > 0) process.exitCode = 1;

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 20) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}, not a whole number from 20 on.`);
}
