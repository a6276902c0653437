/** Azion's workspace as its description has it (version 4.0.0), beside the GraphQL of metrics and events. */
import { z } from 'zod';
import { answerJson, type DescribedCall, describeUpstream } from '../../../test/contract/described-upstream.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { answerGraphql } from './fake-graphql.ts';

export type Interface = 'workspace' | 'metrics' | 'events';

export interface FakeAccount {
  /** What is answered by an interface that refuses. */
  readonly refuses?: Readonly<Partial<Record<Interface, Reply>>>;
  readonly isEmpty?: boolean;
}

export const hmacSecret = 'hmac-secret-Qw3rtyUi0pAsdfGh';
export const hmacAccess = 'hmac-access-AKIAIOSFODNN7EXAMPLE';

export const unauthorized: Reply = {
  status: 401,
  body: '{"errors":[{"status":"401","code":"10001","title":"Authentication Failed","detail":"Invalid authentication credentials."}]}',
};
export const denied: Reply = {
  status: 403,
  body: '{"errors":[{"status":"403","code":"10003","title":"Permission Denied","detail":"You do not have permission to perform this action."}]}',
};

const Time = z.iso.datetime();
const authorized = z.looseObject({ authorization: z.string().regex(/^(?:Token azion\S{35}|Bearer \S+)$/u) });
const Switch = z.strictObject({ enabled: z.boolean() });

const Application = z.strictObject({
  id: z.int(),
  name: z.string(),
  last_editor: z.string(),
  last_modified: Time,
  product_version: z.string(),
  active: z.boolean(),
  debug: z.boolean(),
  modules: z.strictObject({
    cache: Switch,
    functions: Switch,
    application_accelerator: Switch,
    image_processor: Switch,
  }),
});

const common = {
  id: z.int(),
  name: z.string(),
  last_editor: z.string(),
  last_modified: Time,
  active: z.boolean(),
  product_version: z.string(),
};
const ConnectorEntry = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('http'),
    attributes: z.strictObject({
      addresses: z.array(
        z.strictObject({
          active: z.boolean(),
          address: z.string(),
          http_port: z.int(),
          https_port: z.int(),
          modules: z
            .strictObject({
              load_balancer: z.strictObject({ server_role: z.enum(['primary', 'backup']), weight: z.int() }),
            })
            .nullable(),
        }),
      ),
      connection_options: z.strictObject({
        dns_resolution: z.string(),
        transport_policy: z.enum(['preserve', 'force_https', 'force_http']),
        http_version_policy: z.string(),
        host: z.string(),
        path_prefix: z.string(),
        following_redirect: z.boolean(),
        real_ip_header: z.string(),
        real_port_header: z.string(),
      }),
      modules: z.strictObject({
        load_balancer: z.strictObject({
          enabled: z.boolean(),
          config: z
            .strictObject({
              method: z.enum(['round_robin', 'least_conn', 'ip_hash']),
              max_retries: z.int(),
              connection_timeout: z.int(),
              read_write_timeout: z.int(),
            })
            .nullable(),
        }),
        origin_shield: z.strictObject({
          enabled: z.boolean(),
          config: z
            .strictObject({
              origin_ip_acl: Switch,
              hmac: z.strictObject({
                enabled: z.boolean(),
                config: z.strictObject({
                  type: z.literal('aws4_hmac_sha256'),
                  attributes: z.strictObject({
                    region: z.string(),
                    service: z.string(),
                    access_key: z.string(),
                    secret_key: z.string(),
                  }),
                }),
              }),
            })
            .nullable(),
        }),
      }),
    }),
  }),
  z.strictObject({
    ...common,
    type: z.enum(['storage', 'live_ingest']),
    attributes: z.strictObject({ bucket: z.string(), prefix: z.string().optional() }),
  }),
]);
const Ports = z.array(z.int());
const WorkloadEntry = z.strictObject({
  ...common,
  infrastructure: z.union([z.literal(1), z.literal(2)]),
  tls: z.strictObject({ certificate: z.int().nullable(), ciphers: z.int(), minimum_version: z.string().nullable() }),
  protocols: z.strictObject({
    http: z.strictObject({
      versions: z.array(z.string()),
      http_ports: Ports,
      https_ports: Ports.nullable(),
      quic_ports: Ports.nullable(),
    }),
  }),
  mtls: z.strictObject({
    enabled: z.boolean(),
    config: z
      .strictObject({
        certificate: z.int().nullable(),
        crl: z.array(z.int()).nullable(),
        verification: z.enum(['enforce', 'permissive']).nullable(),
      })
      .nullable(),
  }),
  domains: z.array(z.string()),
  workload_domain_allow_access: z.boolean(),
  workload_domain: z.string(),
});

const stamp = { last_editor: 'ann@acme.example', last_modified: '2026-10-01T12:00:00.123456Z', active: true };
const switched = (enabled: boolean) => ({ enabled });
const names = ['api', 'blog', 'cart', 'docs', 'shop'];

const applications = names.map((name, at) => ({
  id: 100 + at,
  name,
  ...stamp,
  debug: false,
  product_version: '1.0',
  modules: {
    cache: switched(true),
    functions: switched(at === 0),
    application_accelerator: switched(false),
    image_processor: switched(false),
  },
}));

const connectors = [
  {
    id: 7,
    name: 'origin',
    ...stamp,
    product_version: '1.0',
    type: 'http',
    attributes: {
      addresses: [
        {
          active: true,
          address: '192.0.2.10',
          http_port: 80,
          https_port: 443,
          modules: { load_balancer: { server_role: 'primary', weight: 2 } },
        },
        { active: false, address: 'backup.example', http_port: 8080, https_port: 8443, modules: null },
      ],
      connection_options: {
        dns_resolution: 'both',
        transport_policy: 'force_https',
        http_version_policy: 'http1_1',
        host: 'shop.example',
        path_prefix: '/v1',
        following_redirect: false,
        real_ip_header: 'X-Real-IP',
        real_port_header: 'X-Real-PORT',
      },
      modules: {
        load_balancer: {
          enabled: true,
          config: { method: 'least_conn', max_retries: 2, connection_timeout: 10, read_write_timeout: 30 },
        },
        origin_shield: {
          enabled: true,
          config: {
            origin_ip_acl: switched(true),
            hmac: {
              enabled: true,
              config: {
                type: 'aws4_hmac_sha256',
                attributes: { region: 'us-east-1', service: 's3', access_key: hmacAccess, secret_key: hmacSecret },
              },
            },
          },
        },
      },
    },
  },
  {
    id: 8,
    name: 'pictures',
    ...stamp,
    product_version: '1.0',
    type: 'storage',
    attributes: { bucket: 'pictures', prefix: 'small' },
  },
];

const workload = (id: number, name: string, more: object) => ({
  id,
  name,
  ...stamp,
  product_version: '1.0',
  infrastructure: 1,
  tls: { certificate: 42, ciphers: 7, minimum_version: 'tls_1_2' },
  protocols: { http: { versions: ['http1', 'http2'], http_ports: [80], https_ports: [443], quic_ports: null } },
  mtls: { enabled: true, config: { certificate: 9, crl: null, verification: 'enforce' } },
  domains: ['shop.example'],
  workload_domain_allow_access: false,
  workload_domain: 'x1.map.azionedge.net',
  ...more,
});
const workloads = [
  workload(1, 'shop', {}),
  workload(2, 'stage', {
    infrastructure: 2,
    tls: { certificate: null, ciphers: 7, minimum_version: null },
    protocols: { http: { versions: ['http3'], http_ports: [80], https_ports: null, quic_ports: [443] } },
    mtls: { enabled: false, config: null },
  }),
];

const number = z.string().regex(/^[1-9]\d*$/u);
const PageQuery = z.strictObject({
  page: number.optional(),
  page_size: number.refine((size) => Number(size) <= 100, 'is above 100').optional(),
  ordering: z.literal('name').optional(),
  name: z.string().optional(),
});

const pageOf = (entry: z.ZodType) =>
  z.strictObject({
    count: z.int(),
    total_pages: z.int().min(1),
    page: z.int(),
    page_size: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(entry),
  });

function paged(entries: readonly { readonly name: string }[], { query }: DescribedCall): Reply {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 10)];
  const part = query.get('name')?.toLowerCase() ?? '';
  const found = entries.filter(({ name }) => name.includes(part));
  const pages = Math.max(1, Math.ceil(found.length / size));
  const at = (other: number): string | null =>
    other >= 1 && other <= pages ? `https://api.azion.com/v4/workspace?page=${other}` : null;
  return answerJson({
    count: found.length,
    total_pages: pages,
    page,
    page_size: size,
    next: at(page + 1),
    previous: at(page - 1),
    results: found.slice((page - 1) * size, page * size),
  });
}

const GraphqlBody = z.strictObject({ query: z.string(), variables: z.record(z.string(), z.unknown()).optional() });

export function fakeAzion({ refuses = {}, isEmpty = false }: FakeAccount = {}): (call: FakeCall) => Reply | undefined {
  const list = (what: string, entry: z.ZodType, entries: readonly { readonly name: string }[]) => ({
    call: `GET /v4/workspace/${what}` as const,
    headers: authorized,
    query: PageQuery,
    answers: pageOf(entry),
    reply: (call: DescribedCall) => refuses.workspace ?? paged(isEmpty ? [] : entries, call),
  });
  const graphql = (name: 'metrics' | 'events') => ({
    call: `POST /v4/${name}/graphql` as const,
    headers: authorized,
    json: GraphqlBody,
    answers: z.strictObject({ data: z.looseObject({}) }),
    reply: (call: DescribedCall) => refuses[name] ?? answerGraphql(name, call),
  });
  return describeUpstream([
    list('applications', Application, applications),
    list('connectors', ConnectorEntry, connectors),
    list('workloads', WorkloadEntry, workloads),
    graphql('metrics'),
    graphql('events'),
  ]);
}
