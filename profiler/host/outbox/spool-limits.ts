/** How much the spool may hold and for how long, by configuration. */
import type { ConfigProblem } from '../../../src/tunnel/instance/config.ts';

export interface SpoolLimits {
  /** On disk and in memory together, in whole blocks of 4 KiB. */
  readonly maxBytes: number;
  /** From the end of a capture on. */
  readonly maxAgeMs: number;
}

const sizeVariable = 'RUNNER_SPOOL_MAX_MB';
const ageVariable = 'RUNNER_SPOOL_MAX_AGE_HOURS';
export const spoolVariables = [sizeVariable, ageVariable] as const;
const mebibyte = 1 << 20;
const hourMs = 3_600_000;

/** Three days outlast a weekend without the control plane; 256 MiB hold 23 of the largest bundles. */
export const defaultLimits: SpoolLimits = { maxBytes: 256 * mebibyte, maxAgeMs: 72 * hourMs };

/** The least that holds one bundle of the largest size. */
const leastMebibytes = 16;
const mostMebibytes = 65_536;
const mostHours = 8760;

/** Every problem at once; the defaults where a variable is not set. */
export function readSpoolLimits(env: Readonly<Record<string, string | undefined>>): {
  limits: SpoolLimits;
  problems: ConfigProblem[];
} {
  const size = readNumber(env, sizeVariable, { least: leastMebibytes, most: mostMebibytes, unit: 'MiB' });
  const age = readNumber(env, ageVariable, { least: 1, most: mostHours, unit: 'hours' });
  return {
    limits: {
      maxBytes: size.value === undefined ? defaultLimits.maxBytes : size.value * mebibyte,
      maxAgeMs: age.value === undefined ? defaultLimits.maxAgeMs : age.value * hourMs,
    },
    problems: [...size.problems, ...age.problems],
  };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

function readNumber(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  { least, most, unit }: Bounds,
): { value: number | undefined; problems: ConfigProblem[] } {
  const text = env[variable];
  if (text === undefined || text === '') return { value: undefined, problems: [] };
  const value = /^\d{1,6}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return { value, problems: [] };
  const problem = `${variable} is ${JSON.stringify(text.slice(0, 40))}, not a whole number of ${unit} from ${least} to ${most}.`;
  return {
    value: undefined,
    problems: [{ variable, problem, remedy: `Set ${variable} to a number in that range, or remove it.` }],
  };
}
