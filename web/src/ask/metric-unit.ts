/** The unit of a series: as reported, else as the name of its metric says (the naming rules of Prometheus). Pure. */
import { formatBytes, formatFigure, formatNanoseconds } from '../reading/format-number.ts';

const ofSuffix: Readonly<Record<string, string>> = {
  seconds: 's',
  milliseconds: 'ms',
  microseconds: 'µs',
  nanoseconds: 'ns',
  bytes: 'bytes',
  bits: 'bits',
  percent: '%',
  ratio: 'ratio',
  celsius: '°C',
  hertz: 'Hz',
  volts: 'V',
  amperes: 'A',
  watts: 'W',
  joules: 'J',
  meters: 'm',
  grams: 'g',
};

const ofReport: Readonly<Record<string, string>> = {
  second: 's',
  millisecond: 'ms',
  microsecond: 'µs',
  nanosecond: 'ns',
  byte: 'bytes',
  bit: 'bits',
  none: '',
};

const nsOf: Readonly<Record<string, number>> = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };

/** As systems report it, in the spelling of this page: `Bytes/Second` is `bytes/s`. */
export function normalizeUnit(reported: string): string {
  return reported
    .split('/')
    .map((part) => {
      const word = part.trim().toLowerCase();
      return ofReport[word] ?? ofReport[word.replace(/s$/u, '')] ?? ofSuffix[word] ?? part.trim();
    })
    .join('/');
}

/** Of the values of a metric as they are stored; empty where its name has none. */
export function unitOfMetric(name: string): string {
  const isCounter = name.endsWith('_total');
  const word =
    name
      .replace(/_total$|_sum$/u, '')
      .split('_')
      .at(-1) ?? '';
  return ofSuffix[word] ?? (isCounter && word !== name ? word : '');
}

const perSecond = new Set(['rate', 'irate', 'deriv']);
const sameUnit = new Set(
  `abs avg avg_over_time bottomk ceil clamp clamp_max clamp_min delta floor histogram_quantile idelta increase label_join
  label_replace last_over_time max max_over_time min min_over_time quantile quantile_over_time round sort sort_desc stddev
  sum topk`.split(/\s+/u),
);

/** Of what a query returns. Empty where it computes with more than one metric, or is not read with certainty. */
export function unitOfPromql(query: string): string {
  const bare = query
    .replaceAll(/#.*$/gmu, '')
    .replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`/gu, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/gu, '')
    .replaceAll(/\b(?:by|without)\s*\([^)]*\)/giu, '')
    .replaceAll(/\boffset\s+-?\w+/giu, '');
  const functions = [...bare.matchAll(/([a-z_]\w*)\s*\(/giu)].map(([, name = '']) => name.toLowerCase());
  const rest = bare.replaceAll(/[a-z_]\w*\s*\(/giu, '(');
  const [name, ...others] = rest.match(/[a-z_:][\w:]*/giu) ?? [];
  const isKnown = functions.every((one) => perSecond.has(one) || sameUnit.has(one));
  if (name === undefined || others.length > 0 || !isKnown || /[-+*/%^<>=!@]/u.test(rest)) return '';
  if (functions.includes('histogram_quantile')) return unitOfMetric(name.replace(/_bucket$/u, ''));
  const unit = unitOfMetric(name);
  return functions.some((one) => perSecond.has(one)) ? `${unit}/s` : unit;
}

/** Durations and sizes get the scale that keeps them short. */
export function formatValue(value: number, unit: string, locale: string): string {
  const [, base = '', per = ''] = /^([^/]*)(\/.*)?$/u.exec(unit) ?? [];
  const ns = nsOf[base];
  if (value !== 0 && ns !== undefined) return `${formatNanoseconds(value * ns, locale)}${per}`;
  if (value !== 0 && base === 'bytes') return `${formatBytes(value, locale)}${per}`;
  const figure = formatFigure(value, locale);
  return base === '' ? `${figure}${per}` : `${figure} ${unit}`;
}
