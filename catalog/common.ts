/** What arguments and results of many operations share. */
import { z } from 'zod';

export const Cursor = z.string().max(4000).describe('nextCursor of the answer before, with the same other arguments');

/** Most entries to return; what a system answers beyond it is behind the cursor. */
export function limitUpTo(most: number, usual = Math.min(100, most)): z.ZodDefault<z.ZodInt> {
  return z.int().min(1).max(most).default(usual).describe('Most entries to return');
}

/** A name or identifier as the system that answers spells it: no control characters, no spaces at its ends. */
export const Identifier = z
  .string()
  .min(1)
  .max(512)
  .regex(/^\P{C}+$/u, 'must not contain control characters')
  .refine((text) => text.trim() === text, 'must not begin or end with a space');

export const Region = z
  .string()
  .max(40)
  .regex(/^[a-z]{2,20}(?:-[a-z]+)+-?\d{1,2}$/u, 'must be a region such as eu-west-1')
  .describe(
    'Region to read. Left out: the first configured region, or all where the provider reads them at once; the answer says which',
  );

export const RegionRead = z.string().describe('Region that was read');

export const RegionReadIfOne = RegionRead.optional().describe('Region that was read; absent when all of them were');

/** A status whose words differ from system to system. */
export const State = z.string().describe('In the words of the system that answers');

/** Key and value labels; a key without a value has the empty text. */
export const Tags = z.record(z.string(), z.string());

export const Time = z.iso.datetime({ offset: true }).max(40).describe('RFC 3339 time');

/** A decimal as text, because a binary fraction would not add up to the bill. */
export const Money = z.strictObject({
  amount: z.string().regex(/^-?\d{1,15}(?:\.\d{1,12})?$/u),
  currency: z.string().regex(/^[A-Z]{3}$/u),
});

/** Chosen by the caller, the same again for the same wish: what was done under a key is not done again. */
export const IdempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,128}$/u, 'must be 16 to 128 letters, digits, underscores or hyphens')
  .describe('A new one for each thing to be written; the same one when a call is repeated');

/** Arguments and answer of every count over events: logs, spans and the like. */
export const stepOfFigures = z
  .int()
  .min(1)
  .max(31 * 86_400)
  .optional()
  .describe('Seconds between values; one value for the whole window if absent');

/** Of a curve. */
export const stepOfPoints = z
  .int()
  .min(1)
  .max(86_400)
  .optional()
  .describe('Seconds between points; chosen to fit the window if absent');
