/** Memory that grows and is not given back, and pages that are touched for the first time for each request. */
import type { CauseRule } from './evidence/cause.ts';
import { differenceOf, factorOf } from './evidence/evidence.ts';
import { en, insteadOf, nameFunction, pt, text } from './evidence/words.ts';
import { inFunction, ownCosts, ownFrameOf } from './evidence/sites.ts';

const leastFactor = 3;
/** Growth that nobody has to look into: 350 MB a day. */
const leastGrowth = 4096;

export const memoryGrowth: CauseRule = (evidence) => {
  const [row, ...others] = evidence
    .moved('memory_growth', (key) => key.endsWith(' grew'))
    .toSorted((a, b) => Number(b.key === 'trend grew') - Number(a.key === 'trend grew'));
  if (row === undefined || row.perSecond.after < leastGrowth || factorOf(row.perSecond) < leastFactor) return [];
  const [site] = [...evidence.moved('growth_sites'), ...evidence.moved('fault_sites')].filter(
    ({ each }) => differenceOf(each) > 0,
  );
  const where = ownFrameOf(site);
  const by =
    where === undefined
      ? text('', '')
      : text(
          ` that ${nameFunction(where.key, where.place)} touches`,
          ` que ${nameFunction(where.key, where.place)} usa`,
        );
  const { before, after } = row.perSecond;
  const wasStill = before < after / 10;
  const kept = evidence.isPerRequest
    ? text(
        `${en.bytes(row.each.after)} of memory for each request`,
        `${pt.bytes(row.each.after)} de memória por requisição`,
      )
    : text(`${en.bytes(after)} more memory each second`, `mais ${pt.bytes(after)} de memória por segundo`);
  return [
    {
      id: 'memory-growth',
      sentence: text(
        `It keeps ${kept.en}${by.en}; before, ${wasStill ? 'its memory did not grow' : `it grew by ${en.bytes(before)} a second`}.`,
        `Mantém ${kept['pt-BR']}${by['pt-BR']}; antes, a memória ${wasStill ? 'não crescia' : `crescia ${pt.bytes(before)} por segundo`}.`,
      ),
      look: text(
        'Look for what is stored for each request and never removed: a map, a cache without a bound, a list of listeners.',
        'Procure o que é guardado a cada requisição e nunca é removido: um mapa, um cache sem limite, uma lista de ouvintes.',
      ),
      evidence: [
        row,
        ...others,
        ...evidence.moved('memory_faults'),
        ...evidence.moved('fault_sites').filter(({ each }) => differenceOf(each) > 0),
        ...evidence.moved('growth_sites').filter(({ each }) => differenceOf(each) > 0),
      ],
      where,
      // It costs nothing until memory is gone, and everything then.
      weight: 1e6,
    },
  ];
};

/** Fewer a request are part of what every program does. */
const leastFaults = 4;
const pageBytes = 4096;
/** What the kernel needs to clear a page and map it, at the least. */
const faultNs = 400;

export const pageFaults: CauseRule = (evidence) => {
  const [row] = evidence.moved('memory_faults', (key) => key === 'minor');
  if (row === undefined || factorOf(row.each) < leastFactor) return [];
  if (evidence.isPerRequest && row.each.after < leastFaults) return [];
  const sites = evidence.moved('fault_sites').filter(({ each }) => differenceOf(each) > 0);
  const where = ownFrameOf(sites[0]);
  const place = inFunction(where);
  // Where most of what a function spends is the pages that it touches, its own time is theirs.
  const spent = ownCosts(evidence).find(({ where: own }) => own.key === where?.key);
  const leastSpent = differenceOf(row.each) * faultNs;
  const isSame = spent !== undefined && leastSpent >= spent.behind / 8;
  const pages = insteadOf(
    { before: row.each.before * pageBytes, after: row.each.after * pageBytes },
    ({ bytes }) => bytes,
  );
  const per = evidence.isPerRequest ? text(' for each request', ' por requisição') : text(' a second', ' por segundo');
  return [
    {
      id: 'page-faults',
      sentence: text(
        `It touches ${pages.en} of new memory${per.en}${place.en}.`,
        `Toca ${pages['pt-BR']} de memória nova${per['pt-BR']}${place['pt-BR']}.`,
      ),
      look: text(
        'Look for a large buffer that is allocated for each request and given back: keep it, or make it smaller.',
        'Procure um buffer grande que é alocado a cada requisição e devolvido: mantenha-o, ou diminua-o.',
      ),
      evidence: [
        row,
        ...sites,
        ...(isSame && spent !== undefined
          ? [spent.row, ...evidence.moved('cpu_stacks', (key) => key === spent.row.key)]
          : []),
        ...evidence.moved('memory_calls').filter(({ each }) => differenceOf(each) > 0),
        ...evidence.moved('growth_sites').filter(({ each }) => differenceOf(each) > 0),
        ...evidence.moved('syscalls', (key) => /^(?:mmap|munmap|madvise|brk|mremap) /u.test(key)),
        ...evidence.moved('syscall_names', (key) => /^(?:mmap|munmap|madvise|brk|mremap)$/u.test(key)),
      ],
      where,
      weight: isSame ? Math.max(leastSpent, spent?.behind ?? 0) : leastSpent,
    },
  ];
};
