/** The layer of the suite that runs (CONTRIBUTING): how much a test tries of what it could try for hours. */
import { type Layer, layerVariable } from '../scripts/check/test-files.ts';

// A file that is run by hand tries as much as in the default layer.
const layer = (process.env[layerVariable] ?? 'default') as Layer;

export const isQuick = layer === 'quick';

/** So many seeds, bodies or rounds; a variable, where one is named, asks for another number. */
export function amountOf(usual: number, deep: number, variable = ''): number {
  return Number(process.env[variable] ?? (layer === 'deep' ? deep : usual));
}
