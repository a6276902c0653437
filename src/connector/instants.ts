/** Times as systems write them, of which only those are read that a clock can show: anything else is not a time. */
import { z } from 'zod';

/** A text that names an instant, such as RFC 3339. */
export const InstantText = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time');

export const EpochMs = z.number().refine((ms) => isInstant(ms), 'must be a time');
export const EpochSec = z.number().refine((sec) => isInstant(sec * 1000), 'must be a time');

function isInstant(ms: number): boolean {
  return !Number.isNaN(new Date(ms).getTime());
}
