/** Which saved questions a release can draw, and which it draws before somebody chooses. Pure. */
import type { CatalogOperation, SavedQuestion } from '../../../src/control/api/api.ts';
import { isObject } from '../ask/ask-form.ts';
import { formOfOperation } from '../ask/question-state.ts';
import type { Question } from '../edge/ask-operation.ts';
import { type Period, periodText } from './release-period.ts';

/** More charts are not compared by eye. */
export const mostCharts = 6;

/** `window`: the argument that takes it. `lacks`: why the answers are not drawn around a moment. */
export type Drawable = { readonly window: string } | { readonly lacks: 'window' | 'curves' | 'description' };

export interface Offer {
  readonly question: SavedQuestion;
  readonly window: string;
}

export function toDrawable(described: CatalogOperation): Drawable {
  const window = formOfOperation(described).members.find(({ field }) => field.kind === 'object' && field.isWindow);
  if (!hasCurves(described.operation.result)) return { lacks: 'curves' };
  return window === undefined ? { lacks: 'window' } : { window: window.name };
}

/** A list whose entries have points, anywhere in the schema of an answer. */
function hasCurves(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasCurves);
  if (!isObject(schema)) return false;
  const { type, items } = schema;
  const properties = isObject(items) ? items['properties'] : undefined;
  if (type === 'array' && isObject(properties) && 'points' in properties) return true;
  return Object.values(schema).some(hasCurves);
}

/** `drawables` by the name of the operation. */
export function offerQuestions(
  saved: readonly SavedQuestion[],
  drawables: ReadonlyMap<string, Drawable>,
): { readonly offers: readonly Offer[]; readonly lacking: ReadonlyMap<string, readonly SavedQuestion[]> } {
  const read = saved.map((question) => ({ question, drawable: drawables.get(question.operation) }));
  const offers = read.flatMap(({ question, drawable }) =>
    drawable !== undefined && 'window' in drawable ? [{ question, window: drawable.window }] : [],
  );
  const lacking = read.flatMap(({ question, drawable }) =>
    drawable !== undefined && 'lacks' in drawable ? [{ question, lacks: drawable.lacks }] : [],
  );
  const byReason = Map.groupBy(lacking, ({ lacks }) => lacks);
  return { offers, lacking: new Map([...byReason].map(([lacks, ones]) => [lacks, ones.map((one) => one.question)])) };
}

/** Those that mention the workload, then others that are shared. */
export function chooseDefault(offers: readonly Offer[], workload: string): readonly string[] {
  const wanted = workload.toLowerCase();
  const mentions = ({ question: { name, args } }: Offer): boolean =>
    `${name} ${JSON.stringify(args)}`.toLowerCase().includes(wanted);
  const [own, others] = [offers.filter(mentions), offers.filter((one) => !mentions(one) && one.question.shared)];
  return [...own, ...others].slice(0, mostCharts).map(({ question }) => question.id);
}

/** From its first page on, over the period. */
export function questionIn({ question, window }: Offer, period: Period): Question {
  const { operation, args, source = '', instance = '' } = question;
  const { cursor: _cursor, ...others } = args;
  return { operation, args: { ...others, [window]: periodText(period) }, source, instance };
}
