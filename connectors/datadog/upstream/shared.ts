/** What all of the vendor's interfaces share, as its documentation has it. */
import { z } from 'zod';
import type { Reply } from '../../../test/contract/fake-upstream.ts';

/** Reads need both keys; the vendor ignores no key it is sent. */
export const bothKeys = z.looseObject({ 'dd-api-key': z.string().min(1), 'dd-application-key': z.string().min(1) });

export const apiKeyAlone = z.looseObject({
  'dd-api-key': z.string().min(1),
  'dd-application-key': z.undefined().optional(),
});

/** Text of a query parameter that is a whole number of at least this. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER): z.ZodType =>
  z
    .string()
    .regex(/^\d+$/u)
    .refine((text) => Number(text) >= least && Number(text) <= most);

export const time = z.iso.datetime({ offset: true });
export const id = '9cd87dd4-18d3-4a4d-8b54-b0b6ef1e5a1f';

export const window = { from: 'now-1h', to: 'now' };
export const text = (words: string) => ({ dialect: 'datadog', text: words });

export function refuse(status: number, ...errors: readonly string[]): Reply {
  return { status, body: JSON.stringify({ errors }) };
}

export const users = [
  {
    id: 'a1',
    type: 'users',
    attributes: { name: 'Ana', email: 'ana@example.com', handle: 'ana@example.com', icon: '', uuid: 'a1' },
  },
];

export const User = z.strictObject({
  id: z.string(),
  type: z.literal('users'),
  attributes: z.strictObject({
    name: z.string().nullable(),
    email: z.string(),
    handle: z.string(),
    icon: z.string(),
    uuid: z.string(),
  }),
});
