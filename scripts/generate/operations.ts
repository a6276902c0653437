import { z } from 'zod';
import { operations } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { registry } from '../../connectors/registry.ts';
import { code, type Page, renderTable, toPage } from './page.ts';
import { describe } from './shape.ts';

export function render(): Page[] {
  const domains = Map.groupBy(operations, ({ name }) => domainOf(name));
  return [
    toPage('operations.md', 'catalog/ and connectors/', [
      '# Operations',
      'The closed catalog. Everything else is refused before its arguments are read.',
      renderTable(['operation', 'access', 'what it answers', 'answered by'], operations.map(indexRow)),
    ]),
    ...[...domains].map(([domain, members]) =>
      toPage(`operations/${domain}.md`, `catalog/${domain}.ts`, [`# ${domain}`, ...members.flatMap(renderOperation)]),
    ),
  ];
}

/** Where an operation is described, from the folder of the reference pages. */
export function linkTo(name: string): string {
  return `operations/${domainOf(name)}.md#${anchorOf(name)}`;
}

function indexRow(operation: Operation): string[] {
  const { name, access, summary } = operation;
  return [`[${code(name)}](${linkTo(name)})`, access, summary, sourcesOf(operation)];
}

function domainOf(name: string): string {
  return name.split('.')[0] ?? '';
}

function renderOperation(operation: Operation): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.arguments, { io: 'input' });
  const rows = Object.entries(properties).map(([name, schema]) => {
    const { description = '' } = schema as { description?: string };
    return [code(name), required.includes(name) ? 'yes' : 'no', code(describe(schema)), description];
  });
  return [
    `## ${operation.name}`,
    operation.summary,
    renderTable(['argument', 'required', 'form', 'meaning'], rows),
    `Answer: ${code(describe(z.toJSONSchema(operation.result)))}`,
  ];
}

function sourcesOf({ name }: Operation): string {
  const able = registry.filter(({ manifest }) => Object.hasOwn(manifest.operations, name));
  return able.map(({ manifest }) => `[${manifest.title}](connectors/${manifest.id}.md)`).join(', ');
}

function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9 _-]/gu, '');
}
