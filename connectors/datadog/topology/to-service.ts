/** From the vendor's two descriptions of a service to the one that the catalog promises. */
import type { DataOf } from '../../../catalog/index.ts';
import { present, tagsOf, textOf } from '../wording.ts';
import type { Definition, Entity, Schema } from './schema.ts';

export type Service = DataOf<'topology.listServices'>['services'][number];

export function tellEntity({ attributes: entity }: Entity, schema: Schema | undefined): Service {
  const { metadata, spec } = schema ?? {};
  return {
    name: entity.name,
    ...partsOf(spec),
    links: tellLinks(metadata?.links),
    contacts: tellContacts(metadata?.contacts),
    tags: tagsOf(entity.tags ?? metadata?.tags),
    ...present({
      kind: textOf(spec?.type) ?? textOf(entity.kind),
      namespace: textOf(entity.namespace),
      description: textOf(entity.description) ?? textOf(metadata?.description),
      owner: textOf(entity.owner) ?? textOf(metadata?.owner),
    }),
  };
}

function partsOf(spec: Schema['spec']) {
  const partOf = (spec?.componentOf ?? []).join(',');
  return {
    languages: [...(spec?.languages ?? [])],
    dependsOn: [...(spec?.dependsOn ?? [])],
    attributes: present({ componentOf: textOf(partOf) }),
    ...present({ tier: textOf(spec?.tier), lifecycle: textOf(spec?.lifecycle) }),
  };
}

export function tellDefinition(definition: Definition): Service {
  return {
    name: definition['dd-service'],
    languages: [...(definition.languages ?? [])],
    dependsOn: [],
    links: tellLinks(definition.links),
    contacts: tellContacts(definition.contacts),
    attributes: {},
    tags: tagsOf(definition.tags),
    ...present({
      kind: textOf(definition.type),
      description: textOf(definition.description),
      owner: textOf(definition.team),
      tier: textOf(definition.tier),
      lifecycle: textOf(definition.lifecycle),
      application: textOf(definition.application),
    }),
  };
}

function tellLinks(links: Definition['links']): Service['links'] {
  return (links ?? []).flatMap(({ name, type, url }) =>
    url == null ? [] : [{ title: name ?? url, url, ...present({ kind: textOf(type) }) }],
  );
}

function tellContacts(contacts: Definition['contacts']): Service['contacts'] {
  return (contacts ?? []).flatMap(({ name, type, contact }) =>
    contact == null ? [] : [{ kind: type ?? 'other', address: contact, ...present({ name: textOf(name) }) }],
  );
}
