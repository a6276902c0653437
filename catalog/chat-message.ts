/**
 * What may be posted. Only blocks that show something: no buttons and no fields to fill in, because nothing here
 * answers when a person uses them. Bounds are those of https://docs.slack.dev/reference/block-kit/blocks, or narrower.
 */
import { z } from 'zod';

function plainText(most: number) {
  return z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most) });
}

function anyText(most: number) {
  return z.discriminatedUnion('type', [
    plainText(most),
    z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(most) }),
  ]);
}

const Section = z
  .strictObject({
    type: z.literal('section'),
    text: anyText(3000).optional(),
    fields: z.array(anyText(2000)).min(1).max(10).optional(),
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined, {
    path: ['text'],
    message: 'must be given when there are no fields',
  });

export const Blocks = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('header'), text: plainText(150) }),
      Section,
      z.strictObject({ type: z.literal('context'), elements: z.array(anyText(2000)).min(1).max(10) }),
      z.strictObject({ type: z.literal('divider') }),
    ]),
  )
  .min(1)
  .max(50);
