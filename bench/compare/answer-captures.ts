/**
 * `answer-captures.ts FILE stored|counted`: answers a comparison of all stored captures as a control plane does, and
 * prints the processor time of it. `counted`: how often such comparisons are wrong is counted first, as it is once for
 * the captures of a version. Beside it what cannot be saved: to decode the captures and to write the answer.
 */
import { systemClock } from '../../src/core/clock.ts';
import { answerQuestion, type StoredCapture } from '../../src/control/bundles/bundle-questions.ts';
import { openStore } from '../../src/control/store/database.ts';
import { noneMeasured, type OwnFalseAlarms } from '../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import { decodeVector } from '../../profiler/witness/bundle/vector/decode-vector.ts';
import { SharedKeys } from '../../profiler/witness/bundle/vector/key-reader.ts';

const [file = '', counts = 'stored'] = process.argv.slice(2);
const store = await openStore(`sqlite:${file}`, { clock: systemClock });
const rows = await store.db.selectFrom('capture_vectors').select(['bundle_id', 'bytes']).orderBy('bundle_id').execute();
await store.close();
const captures = rows.map(({ bundle_id: bundleId, bytes }): StoredCapture => ({
  bundleId,
  requestId: bundleId,
  bytes: Uint8Array.from(bytes),
}));

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function countFalseAlarms(): OwnFalseAlarms {
  const own = answerQuestion({ kind: 'own-false-alarms', captures, spacingMs: 0 });
  if (own.kind !== 'own-false-alarms') throw new Error(`the false alarms were answered by ${own.kind}`);
  return own.own;
}

const started = processorMs();
const own = counts === 'counted' ? countFalseAlarms() : noneMeasured;
const answer = answerQuestion({
  kind: 'compare',
  workload: 'large',
  env: '',
  choice: { why: 'captured in turn', skipped: [] },
  spacingMs: 0,
  // Large captures of two versions were made in turn.
  baseline: captures.filter((_, at) => at % 2 === 0),
  head: captures.filter((_, at) => at % 2 === 1),
  ownFalseAlarms: own,
  format: 'json',
});
if (answer.kind !== 'text') throw new Error(`the comparison was answered by ${answer.kind}`);
const whole = processorMs();
const mebibytes = process.resourceUsage().maxRSS / 1024;
const parsed: unknown = JSON.parse(answer.text);
const before = processorMs();
const shared = new SharedKeys();
for (const { bytes } of captures) decodeVector(bytes, shared);
JSON.stringify(parsed);
const reading = { ms: whole - started, mebibytes, answerMebibytes: answer.text.length / (1 << 20) };
process.stdout.write(`${JSON.stringify({ ...reading, leastMs: processorMs() - before })}\n`);
