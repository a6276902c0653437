/** Answers of the software catalog and of service dependencies: only the fields we use. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Text = z.string().nullish();
const Texts = z.array(z.string()).nullish();
const Links = rowsOf(z.looseObject({ name: Text, type: Text, url: Text })).nullish();
const Contacts = rowsOf(z.looseObject({ name: Text, type: Text, contact: Text })).nullish();

const Entity = z.looseObject({
  id: z.string().nullish(),
  attributes: z.looseObject({
    name: z.string(),
    kind: Text,
    namespace: Text,
    description: Text,
    owner: Text,
    tags: Texts,
  }),
  relationships: z
    .looseObject({ schema: z.looseObject({ data: z.looseObject({ id: Text }).nullish() }).nullish() })
    .nullish(),
});
export type Entity = z.infer<typeof Entity>;

const Schema = z.looseObject({
  metadata: z.looseObject({ description: Text, owner: Text, links: Links, contacts: Contacts, tags: Texts }).nullish(),
  spec: z
    .looseObject({ type: Text, tier: Text, lifecycle: Text, languages: Texts, dependsOn: Texts, componentOf: Texts })
    .nullish(),
});
export type Schema = z.infer<typeof Schema>;

export const EntitiesAnswer = omitsEmpty(
  z.looseObject({
    data: rowsOf(Entity).nullish(),
    included: rowsOf(
      z.looseObject({
        id: Text,
        type: Text,
        attributes: z.looseObject({ schema: Schema.nullish() }).nullish(),
      }),
    ).nullish(),
    meta: z.looseObject({ count: z.int().nullish() }).nullish(),
  }),
  ['data'],
  ['links'],
);

const Definition = z.looseObject({
  'dd-service': z.string(),
  application: Text,
  description: Text,
  team: Text,
  tier: Text,
  lifecycle: Text,
  type: Text,
  languages: Texts,
  tags: Texts,
  links: Links,
  contacts: Contacts,
});
export type Definition = z.infer<typeof Definition>;

export const DefinitionsAnswer = omitsEmpty(
  z.looseObject({ data: rowsOf(z.looseObject({ attributes: z.looseObject({ schema: Definition }) })).nullish() }),
  ['data'],
);

/** By service; the beta has no description but the vendor's page. */
export const DependenciesAnswer = z.record(z.string(), z.looseObject({ calls: z.array(z.string()) }));
