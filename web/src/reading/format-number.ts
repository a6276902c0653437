/** Numbers as people read them. Units are always written; nothing here rounds a count. */

export function formatCount(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value);
}

/** Three significant digits: enough to compare two rates by eye. */
export function formatFigure(value: number, locale: string): string {
  const digits = Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return new Intl.NumberFormat(locale, digits).format(value);
}

/** Exactly three significant digits, so that a column of rates lines up. */
export function formatAligned(value: number, locale: string): string {
  if (Math.abs(value) >= 1000) return formatCount(value, locale);
  return new Intl.NumberFormat(locale, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }).format(value);
}

/** How a column of one unit is formatted: the suffix of its header and the text of each cell. */
export interface MeasureFormat {
  readonly headerUnit: string;
  readonly cell: (value: number) => string;
}

/** Nanoseconds and bytes get the scale that keeps each value short, so their unit is in the cell. */
export function measureFormat(unit: string, locale: string): MeasureFormat {
  const [, base, per = ''] = /^(ns|bytes)(\/.*)?$/u.exec(unit) ?? [];
  if (base === 'ns') return { headerUnit: '', cell: (value) => `${formatNanoseconds(value, locale)}${per}` };
  if (base === 'bytes') return { headerUnit: '', cell: (value) => `${formatBytes(value, locale)}${per}` };
  return { headerUnit: unit, cell: (value) => formatAligned(value, locale) };
}

/** A value in the axis' own unit, standing alone. */
export function formatMeasure(value: number, unit: string, locale: string): string {
  const { headerUnit, cell } = measureFormat(unit, locale);
  if (headerUnit === '') return cell(value);
  return `${cell(value)}${headerUnit.startsWith('/') ? '' : ' '}${headerUnit}`;
}

export function formatBytes(value: number, locale: string): string {
  return scale(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB'], locale);
}

export function formatNanoseconds(value: number, locale: string): string {
  return scale(value, 1000, ['ns', 'µs', 'ms', 's'], locale);
}

/** The bounds between which a duration lies; the upper one may be unknown. */
export function formatQuantile(
  { from, to }: { readonly from: number; readonly to?: number | undefined },
  locale: string,
) {
  const lowest = formatNanoseconds(from, locale);
  return to === undefined ? `≥ ${lowest}` : `${lowest} – ${formatNanoseconds(to, locale)}`;
}

const percents = new Map<string, Intl.NumberFormat>();

/** Of a share, `0.27` as "27 %", as sentences of the control plane write it. A formatter is made once: labels of a graph ask for thousands. */
export function formatPercent(share: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  const name = `${locale} ${JSON.stringify(options)}`;
  let format = percents.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, { style: 'percent', ...options });
    percents.set(name, format);
  }
  return format.format(share).replace(/\s*%/u, '\u00a0%');
}

/** A difference keeps its sign, and a real minus, so that columns line up. */
export function formatSigned(text: string, value: number): string {
  if (value === 0) return text;
  return value > 0 ? `+${text}` : `−${text.replace(/^[-−]/u, '')}`;
}

function scale(value: number, step: number, units: readonly string[], locale: string): string {
  let left = value;
  let index = 0;
  while (Math.abs(left) >= step && index < units.length - 1) {
    left /= step;
    index += 1;
  }
  return `${formatAligned(left, locale)} ${units[index] ?? ''}`;
}
