/** What a comparison says first: the cost, the cause, what is new, and an account of every finding. */
import { type Answer, type Cause, type Finding, Level, type Text } from '../../diff/summary.ts';
import type { Diff } from '../../diff/diff.ts';
import type { Certainty } from '../../diff/read-diff.ts';
import type { FoundCause } from '../../causes/evidence/cause.ts';
import { Evidence, type EvidenceAxis, type Moved } from '../../causes/evidence/evidence.ts';
import { findCauses, nameOf } from './find-causes.ts';
import { listFresh } from './list-fresh.ts';
import { sayLead } from './say-lead.ts';
import { text } from '../../causes/evidence/words.ts';

export interface AnswerFacts {
  readonly workload: string;
  readonly from: string;
  readonly to: string;
  readonly axes: readonly (EvidenceAxis & { readonly unit: string })[];
  readonly work: Diff['work_per_second'];
  /** Every finding by itself. */
  readonly findings: readonly Finding[];
  readonly judged: number;
  readonly undecided: number;
  readonly incomparableAxes: number;
  readonly hasVerdict: boolean;
}

/** Cards on the first screen. */
const mostCauses = 5;
/** Rows of a card. */
const mostEvidence = 8;
/** The least sure first. */
const levels = Level.options;

/** All but what limits it. */
export function answer(facts: AnswerFacts): Omit<Answer, 'limits'> {
  const evidence = new Evidence(facts);
  const causes = findCauses(evidence);
  const fresh = listFresh(facts, evidence);
  const units = new Map(facts.axes.map(({ axis, unit }) => [axis, unit]));
  const cards = causes.slice(0, mostCauses).map((cause) => toCause(cause, evidence, units));
  const lead = sayLead({ ...facts, evidence, causes, fresh, detectable: detectableOf(facts) });
  const said = [lead.certainty, lead.namesCause ? cards[0] : undefined].filter((one) => one !== undefined);
  return {
    lead: lead.text,
    names_cause: lead.namesCause,
    ...leastSure(said),
    causes: cards,
    more_causes: Math.max(0, causes.length - mostCauses),
    fresh,
    account: account(facts, causes),
  };
}

/** In the CPU time of the process, as a ratio above one. */
function detectableOf({ axes }: AnswerFacts): number | undefined {
  return axes.find(({ axis }) => axis === 'cpu_time')?.totals?.verdict?.smallest_detectable;
}

function toCause(cause: FoundCause, { isPerRequest }: Evidence, units: ReadonlyMap<string, string>): Cause {
  const { id, sentence, look, evidence, where } = cause;
  return {
    id,
    sentence,
    look,
    ...surest(evidence),
    ...(where !== undefined && { function: where.key }),
    ...(where?.place !== undefined && { place: where.place }),
    evidence: evidence.slice(0, mostEvidence).map(({ axis, key, each, effect }) => {
      const unit = units.get(axis) ?? '';
      const ofAmount = isPerRequest ? 'work' : 'second';
      const per = unit === 'ns' ? 'each' : ofAmount;
      return { axis, key, ...each, unit: unit.replace(/\/s$/u, ''), per, ...effect };
    }),
    findings: evidence.length,
  };
}

function inOrder(some: readonly Certainty[]): Certainty[] {
  const placeOf = ({ level, odds = 0 }: Certainty): number => levels.indexOf(level) + 1 - 1 / (odds + 2);
  return some
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ level, odds, earlier }) => ({
      level,
      ...(level === 'likely' && { ...(odds !== undefined && { odds }), ...(earlier !== undefined && { earlier }) }),
    }));
}

function leastSure(said: readonly Certainty[]): Certainty | undefined {
  return inOrder(said)[0];
}

/** The rows of one cause are the same thing: it is as sure as the surest of them. */
function surest(rows: readonly Moved[]): Certainty {
  return inOrder(rows.map(({ certainty }) => certainty)).at(-1) ?? { level: 'observed' };
}

/** "37 differences: 24 in 2 causes; 13 more below; 20 of 35 amounts vary too much …" */
function account(facts: AnswerFacts, causes: readonly FoundCause[]): Text {
  const { judged, undecided, incomparableAxes } = facts;
  const parts = [
    accountOfFindings(facts, causes),
    ...(undecided === 0
      ? []
      : [
          text(
            `${undecided} of ${judged} amounts vary too much from capture to capture to be judged`,
            `${undecided} de ${judged} quantidades variam demais entre capturas para serem julgadas`,
          ),
        ]),
    ...(incomparableAxes === 0
      ? []
      : [
          text(
            `${incomparableAxes} of the things measured cannot be compared`,
            `${incomparableAxes} das medições não ${incomparableAxes === 1 ? 'pode ser comparada' : 'podem ser comparadas'}`,
          ),
        ]),
  ];
  return text(`${parts.map(({ en: said }) => said).join('; ')}.`, `${parts.map((one) => one['pt-BR']).join('; ')}.`);
}

/** What the lead says of itself: where there is a cause, they are what it costs. */
const costAxes: ReadonlySet<string> = new Set(['response_time', 'cpu_time']);

function accountOfFindings({ findings }: AnswerFacts, causes: readonly FoundCause[]): Text {
  // Of single captures a cause may be of amounts that nobody judges.
  const plain = causes.flatMap(({ evidence: [first] }) => (first.certainty.level === 'observed' ? [first] : []));
  const all = new Set([...findings, ...plain].map(nameOf));
  if (all.size === 0) return text('No difference was found', 'Nenhuma diferença foi encontrada');
  const s = (count: number): string => (count === 1 ? '' : 's');
  const differences = text(`${all.size} difference${s(all.size)}`, `${all.size} diferença${s(all.size)}`);
  const explained = new Set(
    [...causes.flatMap(({ evidence }) => evidence), ...findings.filter(({ axis }) => costAxes.has(axis))]
      .map(nameOf)
      .filter((name) => all.has(name)),
  );
  const left = all.size - explained.size;
  const rest = left === 0 ? text('', '') : text(`; ${left} more below`, `; mais ${left} abaixo`);
  if (causes.length === 0) return text(`${differences.en}, listed below`, `${differences['pt-BR']}, abaixo`);
  return text(
    `${differences.en}: ${explained.size} in ${causes.length} cause${s(causes.length)}${rest.en}`,
    `${differences['pt-BR']}: ${explained.size} em ${causes.length} causa${s(causes.length)}${rest['pt-BR']}`,
  );
}
