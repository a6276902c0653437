/**
 * `answer-parts.ts FILE`: answers a comparison of all stored captures as the page asks for it, the summary first and
 * then one table, by the desk of a control plane. Prints processor time and peak memory beyond what the process took
 * before.
 */
import { systemClock } from '../../src/core/clock.ts';
import { BundleDesk } from '../../src/control/bundles/bundle-desk.ts';
import type { StoredCapture } from '../../src/control/bundles/bundle-questions.ts';
import { openStore } from '../../src/control/store/database.ts';
import { noneMeasured } from '../../profiler/witness/judge/verdicts/own-false-alarms.ts';

const [file = ''] = process.argv.slice(2);
const store = await openStore(`sqlite:${file}`, { clock: systemClock });
const desk = new BundleDesk(systemClock);
// The thread is started by then, as it is where captures are read one after another.
await desk.read('bench', { kind: 'starts', captures: [] });
const processBefore = peakMebibytes();

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function peakMebibytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** Read again for each question: their memory is handed to the thread. */
async function readCaptures(): Promise<StoredCapture[]> {
  const rows = await store.db
    .selectFrom('capture_vectors')
    .select(['bundle_id', 'bytes'])
    .orderBy('bundle_id')
    .execute();
  return rows.map(({ bundle_id: bundleId, bytes }) => ({ bundleId, requestId: bundleId, bytes }));
}

async function ask(
  what: { readonly kind: 'compare-summary' } | { readonly kind: 'compare-table'; readonly axis: string },
) {
  const before = processorMs();
  const captures = await readCaptures();
  const text = await desk.compare('bench', {
    ...what,
    comparison: 'largest',
    workload: 'large',
    env: '',
    choice: { why: 'captured in turn', skipped: [] },
    spacingMs: 0,
    // Large captures of two versions were made in turn.
    baseline: captures.filter((_, at) => at % 2 === 0),
    head: captures.filter((_, at) => at % 2 === 1),
    ownFalseAlarms: noneMeasured,
  });
  return { ms: processorMs() - before, answerMebibytes: text.length / (1 << 20) };
}

const summary = await ask({ kind: 'compare-summary' });
const mebibytes = peakMebibytes() - processBefore;
const table = await ask({ kind: 'compare-table', axis: 'cpu_stacks' });
const reading = { ...summary, mebibytes, tableMs: table.ms, tableMebibytes: table.answerMebibytes };
process.stdout.write(`${JSON.stringify(reading)}\n`);
await desk.close();
await store.close();
