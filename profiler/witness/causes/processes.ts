/** Programs and threads that are started for requests, and what is opened or started and never ends. */
import type { CauseRule } from './evidence/cause.ts';
import { differenceOf, type Evidence, factorOf, type Moved, msToNs, sumOfDifferences } from './evidence/evidence.ts';
import { baseName, en, pt, shorten, text } from './evidence/words.ts';
import { inFunction, ownFrameOf, waitsIn } from './evidence/sites.ts';

const leastForEach = 0.1;
const leastFactor = 3;
/** The least that either costs, in nanoseconds: only for the order of causes. */
const processNs = 700_000;
const threadNs = 40_000;

/** Where the work of a short-lived child is counted beside the starts themselves. */
const ofChildren = [
  'files',
  'file_io',
  'file_io_time',
  'memory_faults',
  'fault_sites',
  'growth_sites',
  'cpu_time',
  'cpu_stacks',
  'locks',
  'off_cpu',
  'signals',
  'capabilities',
  'syscalls',
  'syscall_names',
];

const starts = /^(?:clone3?|v?fork) /u;

export const processes: CauseRule = (evidence) => {
  const started = evidence
    .moved('processes', (key) => key.startsWith('start '))
    .filter(({ state, each }) => state === 'new' && evidence.isOften(each.after, leastForEach));
  const [executed] = evidence
    .moved('syscalls', (key) => key === 'execve ok')
    .filter((row) => isManyMore(evidence, row));
  const first = started[0] ?? executed;
  if (first === undefined) return [];
  const program = started[0] && shorten(baseName(started[0].key.slice('start '.length)));
  const waits = waitsIn(evidence, (what) => /^(?:wait4|waitid|clone3?|vfork|pidfd_\w+)$/u.test(what)).filter(
    ({ each }) => differenceOf(each) > 0,
  );
  const where = ownFrameOf(waits[0]);
  const place = inFunction(where);
  const { after } = first.each;
  return [
    {
      id: 'process-per-request',
      sentence: text(
        `It starts ${program ?? 'a program'} ${en.often(after, evidence.isPerRequest)}${place.en}.`,
        `Inicia ${program ?? 'um programa'} ${pt.often(after, evidence.isPerRequest)}${place['pt-BR']}.`,
      ),
      look: text(
        'Look whether a library does the same within the process, or whether one long-lived helper can serve all requests.',
        'Veja se uma biblioteca faz o mesmo dentro do processo, ou se um auxiliar permanente pode atender todas as requisições.',
      ),
      evidence: [
        first,
        ...started.slice(1),
        ...waits,
        ...evidence.alongside(first.perSecond),
        ...evidence.brought(ofChildren),
      ],
      where,
      weight: differenceOf(first.each) * processNs + sumOfDifferences(waits) * msToNs,
    },
  ];
};

export const threads: CauseRule = (evidence) => {
  const [ended] = evidence.moved('syscalls', (key) => key === 'exit ok').filter((row) => isManyMore(evidence, row));
  const [begun] = evidence
    .moved('syscalls', (key) => starts.test(key) && key.endsWith(' ok'))
    .filter((row) => isManyMore(evidence, row));
  // A process of its own ends with exit_group.
  if (ended === undefined || begun === undefined) return [];
  const { before, after } = begun.each;
  const wasNone = !evidence.isOften(before, leastForEach);
  return [
    {
      id: 'thread-per-request',
      sentence: text(
        `It starts a thread ${en.often(after, evidence.isPerRequest)}${wasNone ? '; before, it kept its threads' : ` instead of ${en.number(before)}`} (${en.rates(begun.perSecond.before, begun.perSecond.after)}).`,
        `Inicia uma thread ${pt.often(after, evidence.isPerRequest)}${wasNone ? '; antes, mantinha as threads' : ` em vez de ${pt.number(before)}`} (${pt.rates(begun.perSecond.before, begun.perSecond.after)}).`,
      ),
      look: text(
        'Look where threads are created, and whether a pool can keep them.',
        'Veja onde threads são criadas e se um pool pode mantê-las.',
      ),
      evidence: [begun, ended, ...evidence.alongside(begun.perSecond)],
      weight: differenceOf(begun.each) * threadNs,
    },
  ];
};

function isManyMore(evidence: Evidence, row: Moved): boolean {
  return evidence.isOften(row.each.after, leastForEach) && factorOf(row.each) >= leastFactor;
}

/** Calls that open a descriptor. */
const opening =
  /^(?:open|openat|openat2|creat|socket|accept4?|epoll_create1?|eventfd2?|timerfd_create|pidfd_open|memfd_create|inotify_init1?|dup|dup3) ok$/u;
/** Part of what is opened that has to stay open before that is a leak, and no connection that is still in use. */
const leastLeft = 0.5;

/** What is opened less what is closed, which only a comparison of both versions can tell from what stays open on purpose. */
export const descriptors: CauseRule = (evidence) => {
  const opened = evidence.sum('syscalls', (key) => opening.test(key));
  const closed = evidence.sum('syscalls', (key) => key === 'close ok');
  if (opened === undefined || closed === undefined) return [];
  const left = { before: opened.before - closed.before, after: opened.after - closed.after };
  const isGrowing =
    evidence.isOften(left.after, leastForEach) &&
    left.after >= opened.after * leastLeft &&
    left.before <= left.after / leastFactor;
  const evident = evidence.moved('syscalls', (key) => key === 'close ok' || opening.test(key));
  const [first] = evident;
  if (!isGrowing || first === undefined) return [];
  const files = evidence.moved('files').filter(({ state }) => state === 'new');
  const seconds = evidence.work === undefined ? left.after : left.after * evidence.work.after;
  return [
    {
      id: 'descriptor-growth',
      sentence: text(
        `It leaves a file or socket open ${en.often(left.after, evidence.isPerRequest)}: ${en.number(seconds)} more each second.`,
        `Deixa um arquivo ou socket aberto ${pt.often(left.after, evidence.isPerRequest)}: mais ${pt.number(seconds)} por segundo.`,
      ),
      look: text(
        'Look for what is opened and not closed on every path; the process ends when its limit of open files is reached.',
        'Procure o que é aberto e não é fechado em todos os caminhos; o processo para quando atinge o limite de arquivos abertos.',
      ),
      evidence: [
        first,
        ...evident.slice(1),
        ...files.filter(({ each }) => Math.abs(each.after - left.after) <= left.after / 4),
        ...evidence.moved('syscall_names', (key) => key === 'close'),
      ],
      // It costs nothing until the limit is reached, and everything then.
      weight: 1e6,
    },
  ];
};

/** A thread that was started and did not end. */
export const threadGrowth: CauseRule = (evidence) => {
  const [begun] = evidence
    .moved('syscalls', (key) => starts.test(key) && key.endsWith(' ok'))
    .filter((row) => isManyMore(evidence, row));
  const ended = evidence.sum('syscalls', (key) => key === 'exit ok' || key === 'exit_group ok') ?? {
    before: 0,
    after: 0,
  };
  if (begun === undefined || begun.each.after - ended.after < begun.each.after * leastLeft) return [];
  if (evidence.moved('processes', (key) => key.startsWith('start ')).length > 0) return [];
  return [
    {
      id: 'thread-growth',
      sentence: text(
        `It starts a thread ${en.often(begun.each.after, evidence.isPerRequest)} that does not end (${en.rates(begun.perSecond.before, begun.perSecond.after)}).`,
        `Inicia uma thread ${pt.often(begun.each.after, evidence.isPerRequest)} que não termina (${pt.rates(begun.perSecond.before, begun.perSecond.after)}).`,
      ),
      look: text(
        'Look for what these threads wait for, and who should end them.',
        'Veja o que essas threads esperam, e quem deveria encerrá-las.',
      ),
      evidence: [begun],
      weight: 1e6,
    },
  ];
};
