/** Time in which nothing runs: locks that requests wait for, and threads that wake up to find nothing. */
import type { CauseRule } from './evidence/cause.ts';
import { differenceOf, factorOf, type Moved, msToNs } from './evidence/evidence.ts';
import { en, insteadOf, nameFunction, pt, text } from './evidence/words.ts';
import { inFunction, ownFrameOf, waitsIn } from './evidence/sites.ts';

const leastFactor = 2;
/** Of time waited by all threads together, in milliseconds for each request: less delays nobody. */
const leastWaitMs = 0.1;
const lockKinds = /^(?:lock|mutex|monitor|gil|rwlock|semaphore)(?: |$)/u;

export const lockContention: CauseRule = (evidence) => {
  const isLong = ({ each }: Moved): boolean =>
    factorOf(each) >= leastFactor && (!evidence.isPerRequest || differenceOf(each) >= leastWaitMs);
  // A lock that nobody waited for before is new, though how long threads wait for it varies too much to be judged.
  const waits = [...waitsIn(evidence, (what) => lockKinds.test(what)), ...evidence.moved('contended_locks')].filter(
    isLong,
  );
  const [first] = waits;
  if (first === undefined) return [];
  const where = ownFrameOf(first);
  const place = inFunction(where);
  const ns = { before: first.each.before * msToNs, after: first.each.after * msToNs };
  const long = insteadOf(ns, ({ time }) => time);
  const per = evidence.isPerRequest ? text(' for each request', ' por requisição') : text(' a second', ' por segundo');
  const spent = text(`${long.en}${per.en}`, `${long['pt-BR']}${per['pt-BR']}`);
  return [
    {
      id: 'lock-contention',
      sentence: text(
        `Requests wait for a lock${place.en}: ${spent.en}.`,
        `Requisições esperam por um lock${place['pt-BR']}: ${spent['pt-BR']}.`,
      ),
      look: text(
        `Look at what is done while the lock is held: a call to a peer or a disk there makes everybody wait.`,
        `Veja o que é feito enquanto o lock está fechado: uma chamada a outro serviço ou ao disco ali faz todos esperarem.`,
      ),
      evidence: [
        first,
        ...waits.slice(1),
        // They are of all locks together, and no surer than the wait itself.
        ...(first.state === 'changed' ? evidence.moved('lock_latency') : []),
        ...(first.state === 'changed' ? evidence.moved('syscalls', (key) => key.startsWith('futex ')) : []),
      ],
      where,
      weight: differenceOf(first.each) * msToNs,
    },
  ];
};

const sleeping = /^(?:clock_nanosleep|nanosleep|epoll_wait|epoll_pwait2?|poll|ppoll|select|pselect6|sched_yield) /u;
const leastWakes = 1;
const wakeNs = 5000;

/** Threads that sleep for a moment and look again, by sites that are new or many more: a runtime's own threads have none. */
export const polling: CauseRule = (evidence) => {
  const waits = waitsIn(evidence, (what) =>
    /^(?:clock_nanosleep|nanosleep|select|poll|epoll_wait)$/u.test(what),
  ).filter(({ each }) => differenceOf(each) > 0 && factorOf(each) >= leastFactor);
  const where = ownFrameOf(waits[0]);
  if (waits[0] === undefined || where === undefined) return [];
  const call = /(\S+) at /u.exec(waits[0].key)?.[1] ?? '';
  const [calls] = evidence
    .moved('syscalls', (key) => sleeping.test(key) && key.startsWith(`${call} `))
    .filter(({ each }) => factorOf(each) >= leastFactor && differenceOf(each) >= leastWakes);
  if (calls === undefined) return [];
  const name = nameFunction(where.key, where.place);
  return [
    {
      id: 'polling',
      sentence: text(
        `It wakes up ${en.number(calls.perSecond.after)} times a second in ${name} to look for work (${call}; ${en.rates(calls.perSecond.before, calls.perSecond.after)}).`,
        `Acorda ${pt.number(calls.perSecond.after)} vezes por segundo em ${name} para procurar trabalho (${call}; ${pt.rates(calls.perSecond.before, calls.perSecond.after)}).`,
      ),
      look: text(
        `Look whether ${name} can wait to be woken, by a condition, a channel or an event, instead of looking again.`,
        `Veja se ${name} pode esperar ser acordada, por uma condição, um canal ou um evento, em vez de olhar de novo.`,
      ),
      evidence: [
        waits[0],
        calls,
        ...waits.slice(1),
        ...evidence.moved('syscall_names', (key) => key === call),
        ...evidence.moved('syscall_latency', (key) => key.startsWith(`${call} `)),
      ],
      where,
      weight: differenceOf(calls.each) * wakeNs,
    },
  ];
};
