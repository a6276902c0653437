type Encoding = 'br' | 'gzip';

const preferred: readonly Encoding[] = ['br', 'gzip'];

/** The best encoding that the client accepts. Undefined: it accepts none of ours, or said nothing. */
export function chooseEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/u.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return preferred.find((one) => names.includes(one));
}
