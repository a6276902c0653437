/** Requests that wait for a disk, or for a lock of a file. */
import type { Text } from '../diff/summary.ts';
import type { CauseRule } from './evidence/cause.ts';
import { differenceOf, type Evidence, factorOf, type Moved, msToNs, sumOfDifferences } from './evidence/evidence.ts';
import { inFunction, longerWaitsIn, ownFrameOf, waitsIn } from './evidence/sites.ts';
import { baseName, en, insteadOf, pt, shorten, text } from './evidence/words.ts';

const syncCall = /^(?:fsync|fdatasync|sync|syncfs|sync_file_range|msync)(?: |$)/u;
const leastFactor = 1.5;
/** Only for the order of causes, where calls were counted and not timed. */
const usualSyncNs = 1e6;
const isMore = ({ each }: Moved): boolean => factorOf(each) >= leastFactor;

export const synchronousWrites: CauseRule = (evidence) => {
  const of = (axis: string): readonly Moved[] => evidence.moved(axis, (key) => syncCall.test(key));
  const times = of('file_io_time').filter(isMore);
  const counted = of('syscalls').filter(isMore);
  const [first, ...others] = [...times, ...counted];
  if (first === undefined) return [];
  const [call = ''] = first.key.split(' ');
  const isSync = (what: string): boolean => syncCall.test(what);
  const waits = waitsIn(evidence, isSync);
  const where = ownFrameOf(waits[0] ?? longerWaitsIn(evidence, isSync)[0]);
  const calls = counted.find(({ key }) => key.startsWith(`${call} `));
  const file = times.includes(first) ? shorten(baseName(first.key.slice(call.length + 1))) : '';
  const said = saySync(evidence, { times: times[0], calls });
  const place = inFunction(where);
  return [
    {
      id: 'synchronous-write',
      sentence: text(
        `It waits for the disk ${said.often.en}: ${call}${file === '' ? '' : ` of ${file}`}${place.en}${said.spent.en}.`,
        `Espera pelo disco ${said.often['pt-BR']}: ${call}${file === '' ? '' : ` de ${file}`}${place['pt-BR']}${said.spent['pt-BR']}.`,
      ),
      look: text(
        'Look whether each write has to be on the disk before the answer; several may share one wait. If the executable is the same, look at its configuration.',
        'Veja se cada escrita precisa estar no disco antes da resposta; várias podem dividir uma espera. Se o executável é o mesmo, veja a configuração.',
      ),
      evidence: [
        first,
        ...others,
        ...waits,
        ...['syscall_names', 'file_io_latency', 'syscall_latency', 'blocked_calls'].flatMap(of),
        ...evidence.moved('off_cpu', (key) => key === 'uninterruptible' || key === 'woken'),
      ],
      where,
      weight: sumOfDifferences(times) || (calls === undefined ? 0 : differenceOf(calls.each) * usualSyncNs),
    },
  ];
};

interface Sync {
  readonly times: Moved | undefined;
  readonly calls: Moved | undefined;
}

function saySync({ isPerRequest }: Evidence, { times, calls }: Sync): { readonly often: Text; readonly spent: Text } {
  const often =
    calls === undefined
      ? text('for requests', 'para requisições')
      : text(en.often(calls.each.after, isPerRequest), pt.often(calls.each.after, isPerRequest));
  if (times === undefined || !isPerRequest) return { often, spent: text('', '') };
  const { after } = times.each;
  return { often, spent: text(`, which takes ${en.time(after)}`, `, o que leva ${pt.time(after)}`) };
}

const isRead = /^read (?!socket|pipe|anonymous|character_device)/u;
const leastSlower = 2;
/** Of a file that is in memory a read takes a hundredth of this. */
const leastWaitNs = 100_000;

/** Reads that take longer, of what is not in memory any more, or that are more. */
export const slowReads: CauseRule = (evidence) => {
  const slower = evidence
    .moved('file_io_time', (key) => isRead.test(key))
    .filter(({ each }) => factorOf(each) >= leastSlower && differenceOf(each) >= leastWaitNs);
  const [first, ...others] = slower;
  if (first === undefined || !evidence.isPerRequest) return [];
  const file = shorten(baseName(first.key.slice('read '.length)));
  const waits = waitsIn(evidence, (what) => /^(?:read|pread64|readv|preadv2?)$/u.test(what));
  const where = ownFrameOf(waits[0]);
  const place = inFunction(where);
  const spent = insteadOf(first.each, ({ time }) => time);
  return [
    {
      id: 'wait-for-disk',
      sentence: text(
        `It waits for reads of ${file}${place.en}: ${spent.en} for each request.`,
        `Espera por leituras de ${file}${place['pt-BR']}: ${spent['pt-BR']} por requisição.`,
      ),
      look: text(
        'Look whether the file still fits into memory, what else reads or writes the same disk, and whether more is read than before.',
        'Veja se o arquivo ainda cabe na memória, o que mais lê ou escreve no mesmo disco, e se é lido mais do que antes.',
      ),
      evidence: [
        first,
        ...others,
        ...waits,
        ...evidence.moved('file_io_latency', (key) => isRead.test(key)),
        ...evidence.moved('file_io', (key) => key === first.key),
        ...evidence.moved('memory_faults', (key) => key === 'major'),
        ...evidence.moved('off_cpu', (key) => key === 'uninterruptible'),
      ],
      where,
      weight: sumOfDifferences(slower),
    },
  ];
};

const lockCall = /^(?:flock|lockf)(?: |$)/u;
/** Only for the order of causes, where nobody was seen to wait. */
const usualLockNs = 50_000;

export const fileLocks: CauseRule = (evidence) => {
  const isLock = (what: string): boolean => lockCall.test(what);
  const waits = waitsIn(evidence, isLock).filter(({ each }) => differenceOf(each) > 0);
  const calls = evidence.moved('syscalls', (key) => lockCall.test(key)).filter(isMore);
  const [first, ...others] = [...waits, ...calls];
  if (first === undefined) return [];
  const waited = waits[0] ?? longerWaitsIn(evidence, isLock)[0];
  const where = ownFrameOf(waited);
  const place = inFunction(where);
  const ns = waited === undefined ? 0 : waited.each.after * msToNs;
  const spent =
    ns === 0 || !evidence.isPerRequest
      ? text('', '')
      : text(` and waits ${en.time(ns)} for it in each`, ` e espera ${pt.time(ns)} por ele em cada uma`);
  return [
    {
      id: 'file-lock',
      sentence: text(
        `It locks a file for requests${place.en}${spent.en}.`,
        `Bloqueia um arquivo para requisições${place['pt-BR']}${spent['pt-BR']}.`,
      ),
      look: text(
        'Look for who else holds the lock, and for how long: every request waits for that.',
        'Veja quem mais segura o bloqueio, e por quanto tempo: toda requisição espera por isso.',
      ),
      evidence: [
        first,
        ...others,
        ...['syscall_names', 'syscall_latency', 'blocked_calls'].flatMap((axis) =>
          evidence.moved(axis, (key) => lockCall.test(key)),
        ),
      ],
      where,
      weight: waited === undefined ? usualLockNs : differenceOf(waited.each) * msToNs,
    },
  ];
};
