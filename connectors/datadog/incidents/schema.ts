/** Answers of the incident interfaces, which the vendor calls a public beta: only the fields we use. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Text = z.string().nullish();
const Related = z.looseObject({ data: z.looseObject({ id: z.string() }).nullish() }).nullish();

export const IncidentAnswer = z.looseObject({
  id: z.string(),
  attributes: z.looseObject({
    title: z.string(),
    public_id: z.int().nullish(),
    state: Text,
    severity: Text,
    visibility: Text,
    is_test: z.boolean().nullish(),
    created: Text,
    declared: Text,
    detected: Text,
    resolved: Text,
    archived: Text,
    modified: Text,
    time_to_detect: z.int().nullish(),
    time_to_internal_response: z.int().nullish(),
    time_to_repair: z.int().nullish(),
    time_to_resolve: z.int().nullish(),
    customer_impacted: z.boolean().nullish(),
    customer_impact_scope: Text,
    customer_impact_start: Text,
    customer_impact_end: Text,
    customer_impact_duration: z.int().nullish(),
    declared_by: z.looseObject({ name: Text }).nullish(),
    fields: z
      .record(z.string(), z.looseObject({ value: z.union([z.string(), z.array(z.string()), z.null()]).optional() }))
      .nullish(),
  }),
  relationships: z
    .looseObject({ commander_user: Related, declared_by_user: Related, created_by_user: Related })
    .partial()
    .nullish(),
});
export type IncidentAnswer = z.infer<typeof IncidentAnswer>;

export const Included = rowsOf(
  z.looseObject({
    id: z.string().nullish(),
    type: z.string(),
    attributes: z
      .looseObject({
        name: Text,
        email: Text,
        attachment_type: Text,
        modified: Text,
        attachment: z.looseObject({ title: Text, documentUrl: Text }).nullish(),
      })
      .nullish(),
  }),
).nullish();
export type Included = z.infer<typeof Included>;

const PageMeta = z.looseObject({ pagination: z.looseObject({ next_offset: z.int().nullish() }).nullish() }).nullish();

export const IncidentsAnswer = z.looseObject({ data: rowsOf(IncidentAnswer), included: Included, meta: PageMeta });

export const IncidentSearchAnswer = z.looseObject({
  data: z.looseObject({
    attributes: z.looseObject({
      incidents: rowsOf(z.looseObject({ data: IncidentAnswer })),
      total: z.int().nullish(),
    }),
  }),
  included: Included,
  meta: PageMeta,
});

export const OneIncidentAnswer = omitsEmpty(z.looseObject({ data: IncidentAnswer, included: Included }), ['included']);
