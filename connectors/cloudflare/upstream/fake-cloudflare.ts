/** Cloudflare's zones, records and token verification as its reference describes them, with state for paging and filters. */
import { z } from 'zod';
import { answerJson, describeUpstream, type DescribedRoute } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

export const zoneIds = { acme: '023e105f4ecef8ad9ca31a8372d0c353', shop: '11112222333344445555666677778888' } as const;
export const accountId = '01a7362d577a6c3019a474fd6f485823';

export interface FakeToken {
  readonly owner?: 'user' | 'account';
  readonly status?: 'active' | 'disabled' | 'expired';
  readonly expiresOn?: string;
  readonly zones?: readonly (keyof typeof zoneIds)[];
  readonly refusesReads?: boolean;
  readonly lacksDns?: boolean;
}

const Id = z.string().regex(/^[0-9a-f]{32}$/u);
const Time = z.iso.datetime();
const bearer = z.looseObject({ authorization: z.string().regex(/^Bearer \S+$/u) });
const page = {
  page: z
    .string()
    .regex(/^[1-9]\d*$/u)
    .optional(),
};
const info = z.strictObject({
  page: z.int(),
  per_page: z.int(),
  count: z.int(),
  total_count: z.int(),
  total_pages: z.int(),
});
const envelope = <R extends z.ZodType>(result: R) => ({
  success: z.literal(true),
  errors: z.array(z.never()),
  messages: z.array(z.never()),
  result,
});
const Zone = z.strictObject({
  id: Id,
  name: z.string(),
  status: z.enum(['initializing', 'pending', 'active', 'moved']),
  paused: z.boolean(),
  type: z.enum(['full', 'partial', 'secondary', 'internal']),
  name_servers: z.array(z.string()),
  account: z.strictObject({ id: Id, name: z.string() }),
  created_on: Time,
  modified_on: Time,
});
const DnsRecord = z.strictObject({
  id: Id,
  name: z.string(),
  type: z.string(),
  content: z.string(),
  ttl: z.int(),
  priority: z.int().optional(),
  proxied: z.boolean(),
  proxiable: z.boolean(),
  comment: z.string().nullable(),
  tags: z.array(z.string()),
  data: z.looseObject({}).optional(),
  created_on: Time,
  modified_on: Time,
});
const Token = z.strictObject({
  id: Id,
  status: z.enum(['active', 'disabled', 'expired']),
  expires_on: Time.optional(),
});

const zone = (id: string, name: string): z.infer<typeof Zone> => ({
  id,
  name,
  status: 'active',
  paused: false,
  type: 'full',
  name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  account: { id: accountId, name: 'Acme' },
  created_on: '2020-01-01T05:20:00.12345Z',
  modified_on: '2024-01-01T05:20:00.12345Z',
});
const zones = { acme: zone(zoneIds.acme, 'acme.example'), shop: zone(zoneIds.shop, 'shop.example') };

let recordCount = 0;
const record = (type: string, more: Partial<z.infer<typeof DnsRecord>>): z.infer<typeof DnsRecord> => ({
  id: String((recordCount += 1)).padStart(32, '0'),
  name: 'acme.example',
  type,
  content: '',
  ttl: 300,
  proxied: false,
  proxiable: false,
  comment: null,
  tags: [],
  created_on: '2020-01-01T05:20:00.12345Z',
  modified_on: '2024-01-01T05:20:00.12345Z',
  ...more,
});

export const records = [
  record('MX', { content: 'mail.acme.example', priority: 10 }),
  record('SRV', {
    name: '_sip._tcp.acme.example',
    content: '20 5 5060 sip.acme.example',
    data: { priority: 20, weight: 5, port: 5060, target: 'sip.acme.example' },
  }),
  record('TXT', { content: '"v=spf1 -all"', tags: ['team:mail', 'reviewed'], comment: 'Nothing sends from here' }),
  record('URI', {
    name: '_http._tcp.acme.example',
    content: '1 "https://acme.example"',
    priority: 3,
    data: { weight: 1, target: 'https://acme.example' },
  }),
  record('A', { name: 'api.acme.example', content: '192.0.2.10' }),
  record('A', { name: 'www.acme.example', content: '192.0.2.11', proxied: true, proxiable: true, ttl: 1 }),
  record('CNAME', { name: 'zz.acme.example', content: 'www.acme.example', ttl: 60 }),
];

export function refuse(status: number, code: number, message: string): Reply {
  return { status, body: JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }) };
}

function paged<T>(items: readonly T[], query: URLSearchParams): Reply {
  const number = Number(query.get('page') ?? 1);
  const size = Number(query.get('per_page') ?? 20);
  const result = items.slice((number - 1) * size, number * size);
  const total = { total_count: items.length, total_pages: Math.ceil(items.length / size) };
  return answerJson({
    success: true,
    errors: [],
    messages: [],
    result,
    result_info: { page: number, per_page: size, count: result.length, ...total },
  });
}

const perPage = (most: number) => z.coerce.number().int().min(5).max(most).optional();

export function fakeCloudflare(token: FakeToken = {}): (call: FakeCall) => Reply | undefined {
  const { owner = 'user', status = 'active', zones: given = ['acme', 'shop'] } = token;
  const seen = given.map((name) => zones[name]);
  const guarded = (reply: DescribedRoute['reply']): DescribedRoute['reply'] =>
    token.refusesReads === true ? () => refuse(403, 9109, 'Invalid access token') : reply;
  const verified = () =>
    answerJson({
      success: true,
      errors: [],
      messages: [],
      result: { id: accountId, status, ...(token.expiresOn !== undefined && { expires_on: token.expiresOn }) },
    });
  const unknown = () => refuse(401, 1000, 'Invalid API Token');
  return describeUpstream([
    {
      call: 'GET /user/tokens/verify',
      headers: bearer,
      answers: z.strictObject(envelope(Token)),
      reply: owner === 'user' ? verified : unknown,
    },
    {
      call: 'GET /accounts/{account_id}/tokens/verify',
      headers: bearer,
      answers: z.strictObject(envelope(Token)),
      reply: owner === 'account' ? verified : unknown,
    },
    {
      call: 'GET /zones',
      headers: bearer,
      query: z.strictObject({
        ...page,
        per_page: perPage(50),
        name: z.string().max(253).optional(),
        order: z.enum(['name', 'status', 'account.id', 'account.name']).optional(),
      }),
      answers: z.strictObject({ ...envelope(z.array(Zone)), result_info: info }),
      reply: guarded(({ query }) => {
        const name = query.get('name');
        return paged(
          seen.filter((one) => name === null || one.name === name),
          query,
        );
      }),
    },
    {
      call: 'GET /zones/{zone_id}',
      headers: bearer,
      answers: z.strictObject(envelope(Zone)),
      reply: guarded(({ parts }) => {
        const found = seen.find(({ id }) => id === parts['zone_id']);
        return found === undefined
          ? refuse(403, 9109, 'Unauthorized to access requested resource')
          : answerJson({ success: true, errors: [], messages: [], result: found });
      }),
    },
    {
      call: 'GET /zones/{zone_id}/dns_records',
      headers: bearer,
      query: z.strictObject({
        ...page,
        per_page: perPage(5_000_000),
        name: z.string().max(255).optional(),
        type: z.string().optional(),
        order: z.enum(['type', 'name', 'content', 'ttl', 'proxied']).optional(),
      }),
      answers: z.strictObject({ ...envelope(z.array(DnsRecord)), result_info: info }),
      reply: guarded(({ query, parts }) => {
        if (token.lacksDns === true || !seen.some(({ id }) => id === parts['zone_id'])) {
          return refuse(403, 10_000, 'Authentication error');
        }
        const [name, type] = [query.get('name'), query.get('type')];
        return paged(
          records.filter((one) => (name === null || one.name === name) && (type === null || one.type === type)),
          query,
        );
      }),
    },
  ]);
}
