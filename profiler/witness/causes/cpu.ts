/** CPU time: by the kind of work of what ran, and by the own function that it ran for. */
import type { CauseRule, FoundCause } from './evidence/cause.ts';
import type { WorkKind } from '../bundle/keys/work-kinds.ts';
import type { Text } from '../diff/summary.ts';
import { differenceOf, type Evidence, factorOf, type Moved, msToNs } from './evidence/evidence.ts';
import { en, insteadOf, nameFunction, pt, text } from './evidence/words.ts';
import { growthOf, type OwnCost, ownCosts } from './evidence/sites.ts';

const leastFactor = 1.25;
/** Part of what all CPU time grew by: what is less is not why it did. */
const leastPart = 0.15;

interface WorkWords {
  readonly what: Text;
  readonly look: Text;
}

const words: Readonly<Record<WorkKind, WorkWords>> = {
  serialising: {
    what: text('reading and writing JSON or another format', 'leitura e escrita de JSON ou outro formato'),
    look: text(
      'Look for values that are written and read again to copy them, or that are sent larger than needed.',
      'Procure valores escritos e lidos de novo só para copiá-los, ou enviados maiores do que o necessário.',
    ),
  },
  'regular-expression': {
    what: text('regular expressions', 'expressões regulares'),
    look: text(
      'Look for an expression that may match in many ways (nested repetition), or that is compiled each time.',
      'Procure uma expressão que pode casar de muitas formas (repetição aninhada), ou que é compilada a cada vez.',
    ),
  },
  compression: {
    what: text('compression', 'compressão'),
    look: text(
      'Look at what is compressed and at which level; small or already compressed data gain nothing.',
      'Veja o que é comprimido e em que nível; dados pequenos ou já comprimidos não ganham nada.',
    ),
  },
  hashing: {
    what: text('hashing and encryption', 'hash e criptografia'),
    look: text(
      'Look for digests or handshakes that are made for each request and could be kept.',
      'Procure resumos ou handshakes feitos a cada requisição que poderiam ser guardados.',
    ),
  },
  exceptions: {
    what: text('exceptions', 'exceções'),
    look: text(
      'Look for an exception that is thrown and caught in normal operation: a check costs far less.',
      'Procure uma exceção lançada e capturada em operação normal: uma verificação custa muito menos.',
    ),
  },
  'garbage-collection': {
    what: text('garbage collection', 'coleta de lixo'),
    look: text(
      'Look for what is allocated for each request: text built piece by piece, copies, objects in loops; then at the limit of the heap.',
      'Veja o que é alocado a cada requisição: textos montados aos pedaços, cópias, objetos em laços; depois, o limite do heap.',
    ),
  },
  allocation: {
    what: text('allocating memory', 'alocar memória'),
    look: text(
      'Look for what is allocated for each request: text built piece by piece, copies, objects in loops.',
      'Veja o que é alocado a cada requisição: textos montados aos pedaços, cópias, objetos em laços.',
    ),
  },
};

/** Garbage is collected because memory was allocated: where both grew they are one cause. */
const pairs: Readonly<Partial<Record<WorkKind, WorkKind>>> = { allocation: 'garbage-collection' };

export const kindsOfWork: CauseRule = (evidence) => {
  const grown = evidence
    .moved('cpu_work')
    .filter(
      ({ each }) =>
        factorOf(each) >= leastFactor && differenceOf(each) * msToNs >= leastPart * Math.max(0, growthOf(evidence)),
    );
  const kinds = new Map(grown.map((row) => [row.key as WorkKind, row]));
  return grown.flatMap((row): FoundCause[] => {
    const kind = row.key as WorkKind;
    const other = pairs[kind];
    if (other !== undefined && kinds.has(other)) return [];
    const others = grown.filter(({ key }) => pairs[key as WorkKind] === kind);
    return [ofKind(evidence, kind, [row, ...others])];
  });
};

function ofKind(evidence: Evidence, kind: WorkKind, rows: readonly [Moved, ...Moved[]]): FoundCause {
  const { what, look } = words[kind];
  const [own] = ownCosts(evidence).filter(({ behind }) => behind > 0);
  const sum = (side: 'before' | 'after'): number => rows.reduce((all, { each }) => all + each[side], 0) * msToNs;
  const [before, after] = [sum('before'), sum('after')];
  const spent = insteadOf({ before, after }, ({ time }) => time);
  // Collectors run in threads of their own, for nobody in particular.
  const isFor = own !== undefined && own.behind >= (after - before) / 2;
  const forWhom = isFor && !own.where.key.startsWith('[') ? nameFunction(own.where.key, own.where.place) : '';
  const per = evidence.isPerRequest ? text(' for each request', ' por requisição') : text(' a second', ' por segundo');
  return {
    id: kind,
    sentence: text(
      `It spends CPU on ${what.en}${forWhom === '' ? '' : ` for ${forWhom}`}: ${spent.en}${per.en}.`,
      `Gasta CPU com ${what['pt-BR']}${forWhom === '' ? '' : ` para ${forWhom}`}: ${spent['pt-BR']}${per['pt-BR']}.`,
    ),
    look,
    evidence: [...rows, ...(isFor ? rowsOf(evidence, own) : []), ...poolsOf(evidence)],
    where: forWhom === '' ? undefined : own?.where,
    weight: after - before,
  };
}

/** Of small functions, and of threads: they say the same time again. */
function poolsOf(evidence: Evidence): Moved[] {
  return [
    ...evidence.moved('cpu_stacks', (key) => key.startsWith('(')),
    ...evidence.moved('cpu_own', (key) => key.startsWith('(')),
    ...evidence.moved('cpu_time'),
  ];
}

function rowsOf(evidence: Evidence, { row }: OwnCost): Moved[] {
  return [
    row,
    ...['cpu_own', 'cpu_stacks']
      .flatMap((axis) => evidence.moved(axis, (key) => key === row.key))
      .filter((one) => one !== row),
  ];
}

export const ownFunctions: CauseRule = (evidence) =>
  ownCosts(evidence).flatMap((cost): FoundCause[] => {
    const { row, where, behind } = cost;
    // What is no longer called has a successor, or was taken out on purpose.
    if (row.each.after === 0) return [];
    const isLarge = Math.abs(behind) >= leastPart * Math.abs(growthOf(evidence));
    if (!isLarge || (factorOf(row.each) < leastFactor && factorOf(row.each) > 1 / leastFactor)) return [];
    const name = nameFunction(where.key, where.place);
    const [before, after] = [row.each.before * msToNs, row.each.after * msToNs];
    const per = evidence.isPerRequest
      ? text(' for each request', ' por requisição')
      : text(' a second', ' por segundo');
    const spent = insteadOf({ before, after }, ({ time }) => time);
    const ratio =
      before === 0 || after === 0
        ? text('', '')
        : text(` (${en.ratio(before, after)})`, ` (${pt.ratio(before, after)})`);
    return [
      {
        id: 'own-function',
        sentence: text(
          `It spends CPU in ${name}: ${spent.en}${per.en}${ratio.en}.`,
          `Gasta CPU em ${name}: ${spent['pt-BR']}${per['pt-BR']}${ratio['pt-BR']}.`,
        ),
        look: text(
          `Look at what changed in ${name} and in what it calls.`,
          `Veja o que mudou em ${name} e no que ela chama.`,
        ),
        evidence: [...rowsOf(evidence, cost), ...poolsOf(evidence)] as [Moved, ...Moved[]],
        where,
        weight: behind,
      },
    ];
  });
