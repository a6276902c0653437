/** Answers of the interface, as far as they are used: https://developers.cloudflare.com/api/resources/zones/ and …/dns/. */
import { z } from 'zod';
import { InstantText } from '../../src/connector/instants.ts';
import { rowsOf } from '../../src/core/rows.ts';

const ResultInfo = z.looseObject({ total_count: z.int().min(0), per_page: z.int().min(1).optional() });

export const Zone = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string().optional(),
  paused: z.boolean().optional(),
  type: z.string().optional(),
  name_servers: z.array(z.string()).nullish(),
  account: z.looseObject({ id: z.string().optional() }).optional(),
  created_on: InstantText.nullish(),
  modified_on: InstantText.nullish(),
});
export type Zone = z.infer<typeof Zone>;

export const ZonesAnswer = z.looseObject({ success: z.literal(true), result: rowsOf(Zone), result_info: ResultInfo });

export const ZoneAnswer = z.looseObject({ success: z.literal(true), result: Zone });

export const DnsRecord = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  content: z.string().optional(),
  /** Seconds; 1 means automatic. */
  ttl: z.int(),
  priority: z.number().optional(),
  proxied: z.boolean().optional(),
  comment: z.string().nullish(),
  tags: z.array(z.string()).optional(),
  data: z
    .looseObject({
      priority: z.number().optional(),
      weight: z.number().optional(),
      port: z.number().optional(),
      target: z.string().optional(),
    })
    .optional(),
  created_on: InstantText.nullish(),
  modified_on: InstantText.nullish(),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

export const RecordsAnswer = z.looseObject({
  success: z.literal(true),
  result: rowsOf(DnsRecord),
  result_info: ResultInfo,
});

/** `expires_on` is absent for a token without an end. */
export const VerifyAnswer = z.looseObject({
  success: z.literal(true),
  result: z.looseObject({ status: z.string(), expires_on: z.string().optional(), not_before: z.string().optional() }),
});
