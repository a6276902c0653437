/** The lead: what a request costs now, at which load, and why. At most two sentences and 240 characters. */
import type { Certainty } from '../../diff/read-diff.ts';
import type { Fresh, Text } from '../../diff/summary.ts';
import type { FoundCause } from '../../causes/evidence/cause.ts';
import {
  differenceOf,
  type Evidence,
  factorOf,
  type Moved,
  msToNs,
  type Sides,
} from '../../causes/evidence/evidence.ts';
import { en, type Figures, pt, readAsFactor, text } from '../../causes/evidence/words.ts';

export interface LeadFacts {
  readonly workload: string;
  readonly from: string;
  readonly to: string;
  readonly evidence: Evidence;
  readonly causes: readonly FoundCause[];
  readonly fresh: readonly Fresh[];
  readonly detectable: number | undefined;
  readonly hasVerdict: boolean;
}

const longest = 240;

export interface Lead {
  readonly text: Text;
  /** How sure its first sentence is; undefined where that names no cost. */
  readonly certainty: Certainty | undefined;
  /** Whether its second sentence is that of the first cause. */
  readonly namesCause: boolean;
}

export function sayLead(facts: LeadFacts): Lead {
  const [cause] = facts.causes;
  const cost = costOf(facts.evidence, cause);
  const said = sayCost(facts, cost);
  const namesCause = cause !== undefined && explains(cause, cost);
  const reason = namesCause ? cause.sentence : sayNew(facts);
  return {
    text: text(joined(said.en, reason?.en), joined(said['pt-BR'], reason?.['pt-BR'])),
    certainty: cost?.certainty,
    namesCause,
  };
}

/** Part of what the cost grew by that a cause has to be, as far as it is known, to be called the reason. */
const leastPart = 0.05;

/** Something may be new, and true, and no reason at all. */
function explains(cause: FoundCause, cost: Cost | undefined): boolean {
  if (cost === undefined || cost.kind === 'memory') return true;
  const growth = differenceOf(cost.sides) * (cost.kind === 'cpu' ? msToNs : 1);
  return Math.abs(cause.weight) >= Math.abs(growth) * leastPart;
}

/** What the newer version alone reaches, where nothing else is to be said. */
function sayNew({ fresh, to }: LeadFacts): Text | undefined {
  const [first] = fresh;
  if (first === undefined) return undefined;
  let others = fresh.length - 1;
  for (const one of fresh) others += one.others;
  const [more, mais] = others > 0 ? [` and ${others} more`, ` e mais ${others}`] : ['', ''];
  return text(`New in ${to}: ${first.text.en}${more}.`, `Novo em ${to}: ${first.text['pt-BR']}${mais}.`);
}

function joined(cost: string, cause: string | undefined): string {
  const whole = cause === undefined ? cost : `${cost} ${cause}`;
  if (whole.length <= longest || cause === undefined) return whole;
  // What is in brackets is in the card as well.
  const short = `${cost} ${cause.replace(/ \([^()]*(?:→|\/s)[^()]*\)(?=\.$)/u, '')}`;
  return short.length <= longest ? short : `${short.slice(0, longest - 1).trimEnd()}…`;
}

/** What its users notice first: how long they wait, then what the process uses, then what it keeps. */
function sayCost(facts: LeadFacts, cost: Cost | undefined): Text {
  if (cost === undefined) return sayNothing(facts);
  if (cost.kind === 'response') return sayResponse(facts, cost.row);
  return cost.kind === 'cpu' ? sayCpu(facts, cost.sides) : sayGrowth(facts, cost.sides);
}

type Cost = { readonly certainty: Certainty; readonly sides: Sides } & (
  | { readonly kind: 'response'; readonly row: Moved }
  | { readonly kind: 'cpu' | 'memory' }
);

/** The first one that moved as its cause does: what saves time and costs memory is said by that which the cause explains. */
function costOf(evidence: Evidence, cause: FoundCause | undefined): Cost | undefined {
  const costs = listCosts(evidence);
  const isMore = cause === undefined || cause.weight >= 0;
  return costs.find(({ sides }) => differenceOf(sides) > 0 === isMore) ?? costs[0];
}

function listCosts(evidence: Evidence): Cost[] {
  const costs: Cost[] = [];
  const response = busiest(evidence);
  if (response !== undefined) {
    costs.push({ kind: 'response', certainty: response.certainty, sides: response.each, row: response });
  }
  const cpu = evidence.total('cpu_time');
  if (cpu?.isChanged === true) costs.push({ kind: 'cpu', certainty: cpu.certainty, sides: cpu });
  const growth = evidence
    .moved('memory_growth', (key) => key === 'trend grew')
    .find((row) => factorOf(row.perSecond) > 1);
  if (growth !== undefined) costs.push({ kind: 'memory', certainty: growth.certainty, sides: growth.perSecond });
  return costs;
}

/** The port that answered most: it is what the workload is for. */
function busiest(evidence: Evidence): Moved | undefined {
  return evidence.moved('response_time').toSorted((a, b) => b.events - a.events)[0];
}

function subjectOf({ workload, to }: LeadFacts): string {
  return `${workload} ${to}`;
}

function sayResponse(facts: LeadFacts, row: Moved): Text {
  const times = row.median ?? row.each;
  const isSlower = times.after > times.before;
  const say = (figures: Figures, [verb, instead, load]: readonly [string, string, string]): string =>
    `${subjectOf(facts)} ${verb} ${figures.time(times.after)} ${instead} ${figures.time(times.before)}${load}.`;
  const load = loadOf(facts);
  return text(
    say(en, [isSlower ? 'needs' : 'needs only', 'to answer a request instead of', ` (median)${load.en}`]),
    say(pt, [isSlower ? 'leva' : 'leva só', 'para responder a uma requisição em vez de', ` (mediana)${load['pt-BR']}`]),
  );
}

function sayCpu(facts: LeadFacts, { before, after }: Sides): Text {
  const load = loadOf(facts);
  const isFactor = after / before >= readAsFactor;
  const say = (figures: Figures, verb: string, [factor, more, less]: readonly [string, string, string]): string => {
    const much = figures.ratio(before, after).replace(/^[+−]/u, '');
    const changed = after > before ? more : less;
    return `${subjectOf(facts)} ${verb} ${much} ${isFactor ? factor : changed}`;
  };
  const amount = (figures: Figures, perRequest: string): string =>
    facts.evidence.isPerRequest
      ? ` (${figures.time(before * msToNs)} → ${figures.time(after * msToNs)} ${perRequest})`
      : ` (${figures.number(before)} → ${figures.number(after)} ms/s)`;
  return text(
    `${say(en, 'uses', ['the CPU', 'more CPU', 'less CPU'])}${amount(en, 'for each request')}${load.en}.`,
    `${say(pt, 'usa', ['a CPU', 'mais CPU', 'menos CPU'])}${amount(pt, 'por requisição')}${load['pt-BR']}.`,
  );
}

function sayGrowth(facts: LeadFacts, { after }: Sides): Text {
  const load = loadOf(facts);
  return text(
    `${subjectOf(facts)} grows by ${en.bytes(after)} of memory a second${load.en}.`,
    `${subjectOf(facts)} cresce ${pt.bytes(after)} de memória por segundo${load['pt-BR']}.`,
  );
}

/** What would have been seen, where anything was judged. */
function sayNothing(facts: LeadFacts): Text {
  const { from, detectable, hasVerdict } = facts;
  const load = loadOf(facts);
  const subject = subjectOf(facts);
  if (!hasVerdict) {
    return text(
      `${subject} was captured too seldom to say whether it costs more than ${from}.`,
      `${subject} foi capturada poucas vezes para dizer se custa mais que ${from}.`,
    );
  }
  const percent = detectable === undefined ? undefined : Math.round((detectable - 1) * 100);
  const least =
    percent === undefined
      ? text('', '')
      : text(` (${percent} % more CPU would have been)`, ` (${percent} % mais CPU teria sido)`);
  return text(
    `${subject}: no change of response time or CPU was found${load.en}${least.en}.`,
    `${subject}: nenhuma mudança de tempo de resposta ou CPU foi encontrada${load['pt-BR']}${least['pt-BR']}.`,
  );
}

/** Loads up to this far apart are one. */
const sameLoad = 0.15;

function loadOf({ evidence: { work } }: LeadFacts): Text {
  if (work === undefined) return text('', '');
  const { before, after } = work;
  const isSame = Math.abs(after / before - 1) <= sameLoad;
  const say = ({ number }: Figures): string => (isSame ? `${number(after)}` : `${number(before)} → ${number(after)}`);
  return text(` at ${say(en)} requests/s`, ` com ${say(pt)} requisições/s`);
}
