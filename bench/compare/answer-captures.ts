/**
 * `answer-captures.ts FILE`: answers a comparison of all stored captures as a control plane does at first, how often
 * such comparisons are wrong included, and prints the processor time of it. Beside it what cannot be saved: to decode
 * the captures and to write the answer.
 */
import { systemClock } from '../../src/core/clock.ts';
import { answerQuestion, type StoredCapture } from '../../src/control/bundles/bundle-questions.ts';
import { openStore } from '../../src/control/store/database.ts';
import { decodeVector } from '../../profiler/witness/vector/decode-vector.ts';
import { SharedKeys } from '../../profiler/witness/vector/key-reader.ts';

const [file = ''] = process.argv.slice(2);
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

const started = processorMs();
const own = answerQuestion({ kind: 'own-false-alarms', captures, spacingMs: 0 });
if (own.kind !== 'own-false-alarms') throw new Error(`the false alarms were answered by ${own.kind}`);
const answer = answerQuestion({
  kind: 'compare',
  workload: 'large',
  env: '',
  choice: { why: 'captured in turn', skipped: [] },
  spacingMs: 0,
  // Large captures of two versions were made in turn.
  baseline: captures.filter((_, at) => at % 2 === 0),
  head: captures.filter((_, at) => at % 2 === 1),
  ownFalseAlarms: own.own,
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
