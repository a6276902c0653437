import { InvalidArgumentError } from 'commander';

/** Parses what an option is given. `unit` is in the plural, as in `hours`. */
export function wholeNumber(min: number, max: number, unit = ''): (text: string) => number {
  return (text) => {
    const value = /^\d{1,6}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const of = unit === '' ? '' : ` of ${unit}`;
    throw new InvalidArgumentError(`A whole number${of} from ${min} to ${max} is expected.`);
  };
}

/** Of an option that may be repeated. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}
