/** Answers, as far as they are used: https://api.azion.com/v4 (seen 2026-11). Other fields of an answer are never returned. */
import { z } from 'zod';
import { rowsOf } from '../../src/core/rows.ts';

const Switch = z.looseObject({ enabled: z.boolean().nullish() });

const Changed = { last_editor: z.string().optional(), last_modified: z.string() };

export const Application = z.looseObject({
  id: z.int(),
  name: z.string(),
  active: z.boolean().optional(),
  debug: z.boolean().optional(),
  modules: z.record(z.string(), Switch.nullish()).nullish(),
  product_version: z.string().optional(),
  ...Changed,
});
export type Application = z.infer<typeof Application>;

export const Connector = z.looseObject({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  active: z.boolean().optional(),
  attributes: z.looseObject({
    addresses: rowsOf(
      z.looseObject({
        address: z.string(),
        active: z.boolean().optional(),
        http_port: z.int().optional(),
        https_port: z.int().optional(),
        modules: z
          .looseObject({
            load_balancer: z.looseObject({ server_role: z.string().optional(), weight: z.int().optional() }).nullish(),
          })
          .nullish(),
      }),
    ).optional(),
    connection_options: z
      .looseObject({
        host: z.string().optional(),
        path_prefix: z.string().optional(),
        transport_policy: z.string().optional(),
        following_redirect: z.boolean().optional(),
      })
      .nullish(),
    modules: z
      .looseObject({
        load_balancer: Switch.extend({
          config: z
            .looseObject({
              method: z.string().optional(),
              max_retries: z.int().optional(),
              connection_timeout: z.number().optional(),
              read_write_timeout: z.number().optional(),
            })
            .nullish(),
        }).nullish(),
        origin_shield: Switch.extend({
          config: z.looseObject({ origin_ip_acl: Switch.nullish() }).nullish(),
        }).nullish(),
      })
      .nullish(),
    bucket: z.string().optional(),
    prefix: z.string().optional(),
  }),
  ...Changed,
});
export type Connector = z.infer<typeof Connector>;

export const Workload = z.looseObject({
  id: z.int(),
  name: z.string(),
  active: z.boolean().optional(),
  infrastructure: z.int().optional(),
  tls: z.looseObject({ certificate: z.int().nullish(), minimum_version: z.string().nullish() }).nullish(),
  protocols: z
    .looseObject({
      http: z
        .looseObject({
          versions: z.array(z.string()).optional(),
          http_ports: z.array(z.int()).optional(),
          https_ports: z.array(z.int()).nullish(),
          quic_ports: z.array(z.int()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  mtls: Switch.extend({ config: z.looseObject({ verification: z.string().nullish() }).nullish() }).nullish(),
  domains: z.array(z.string()).optional(),
  workload_domain: z.string(),
  workload_domain_allow_access: z.boolean().optional(),
  ...Changed,
});
export type Workload = z.infer<typeof Workload>;

/** Pages are numbered from 1. */
const pageOf = <S extends z.ZodType>(entry: S) =>
  z.looseObject({ count: z.int().min(0), page_size: z.int().min(1).optional(), results: rowsOf(entry) });

export const ApplicationsPage = pageOf(Application);
export const ConnectorsPage = pageOf(Connector);
export const WorkloadsPage = pageOf(Workload);

export const Row = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof Row>;

export const RowsAnswer = z.looseObject({ data: z.looseObject({ rows: rowsOf(Row) }) });

export const AnyAnswer = z.looseObject({});
