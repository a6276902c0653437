import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { registry } from '../../../connectors/registry.ts';
import { agentVariables, tokenVariable } from '../../../src/agent/boot/agent-variables.ts';
import { controlSecretVariables, controlVariables } from '../../../src/control/config/config.ts';
import { instanceVariables } from '../../../src/tunnel/instance/config.ts';
import { mergeValues, refusedValues } from '../../delivery/kubernetes/refused-values.ts';
import { variants } from '../../delivery/kubernetes/variants.ts';
import { chartSchema } from './schema.ts';
import type { Schema } from './schema-parts.ts';

const file = path.resolve(import.meta.dirname, '../../../deploy/helm/farol/values.yaml');
const defaults = parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const validate = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  allowMatchingProperties: true,
  strictRequired: false,
}).compile(chartSchema);

/** Paths of what is refused, as `agent.replicas`. */
function refusedIn(values: object): string[] {
  validate(mergeValues(defaults, { ...values }));
  return (
    (validate.errors ?? [])
      // Of a condition: the error that says what is wrong comes beside this one.
      .filter(({ keyword }) => keyword !== 'if')
      .map(({ instancePath, params }) => {
        const { additionalProperty: name } = params as Readonly<Record<string, string | undefined>>;
        return [...instancePath.split('/').slice(1), ...(name === undefined ? [] : [name])].join('.');
      })
      .toSorted()
  );
}

const schemas = new Map<string, Schema>();
function collect(schema: Schema, at: string): void {
  schemas.set(at, schema);
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    if (below !== false) collect(below, `${at}.${name}`);
  }
  if (schema.items !== undefined) collect(schema.items, `${at}[]`);
  const named = (schema['patternProperties'] ?? {}) as Readonly<Record<string, Schema>>;
  for (const below of Object.values(named)) collect(below, `${at}.*`);
}
collect(chartSchema, '');

describe('the schema of the values', () => {
  test('closes every object', () => {
    const objects = [...schemas].filter(([at, { type }]) => type === 'object' && at !== '.global');
    expect(objects.length).toBeGreaterThan(20);
    expect(objects.filter(([, one]) => one['additionalProperties'] !== false).map(([at]) => at)).toEqual([]);
  });

  test('bounds every text and number, and says what every named value means', () => {
    const free = [...schemas].filter(
      ([at, one]) =>
        (one.type === 'string' &&
          !at.endsWith('.*') &&
          (one.pattern ?? one['enum'] ?? one['maxLength']) === undefined) ||
        (one.type === 'integer' && (one['minimum'] === undefined || one['maximum'] === undefined)),
    );
    expect(free.map(([at]) => at)).toEqual([]);
    expect(
      [...schemas].filter(([at, one]) => !/\*$|\[\]$/u.test(at) && (one.description ?? '') === '').map(([at]) => at),
    ).toEqual([]);
  });

  test('has a default for each of its values, and a value for each default', () => {
    const named = [...schemas.keys()].filter((at) => at.startsWith('.') && !/[[*]/u.test(at) && at !== '.global');
    const missing = named.filter((at) => !at.startsWith('.agent.allow.') && valueAt(at) === undefined);
    expect(missing).toEqual([]);
    expect(refusedIn({})).toEqual(['agent.bootstrapToken.secret', 'controlPlane.publicUrl', 'registry']);
  });

  test('keeps variables for the chart that the programs know', () => {
    const known = new Set([controlVariables, instanceVariables, agentVariables].flatMap((one) => Object.keys(one)));
    const set = ['.controlPlane.environment', '.agent.environment'].flatMap((at) => {
      const { properties = {} } = schemas.get(at) ?? {};
      return Object.keys(properties);
    });
    for (const secret of [...controlSecretVariables, tokenVariable]) known.add(secret).add(`${secret}_FILE`);
    for (const { manifest } of registry) for (const name of Object.keys(manifest.config)) known.add(name);
    expect(set.length).toBeGreaterThan(20);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  test.each([
    ['controlPlane', ['control-plane.yaml']],
    ['agent', ['agent.yaml', '_helpers.tpl']],
  ])('lets nobody give a variable of %s twice', (part, templates) => {
    const folder = path.join(path.dirname(file), 'templates');
    const text = templates.map((one) => readFileSync(path.join(folder, one), 'utf8')).join('');
    const set = Array.from(text.matchAll(/- name: ((?:FAROL|RUNNER)_\w+)$/gmu), ([, name = '']) => name);
    expect(set.length).toBeGreaterThan(5);
    const { properties = {} } = schemas.get(`.${part}.environment`) ?? {};
    expect(set.filter((name) => properties[name] !== false)).toEqual([]);
  });

  test.each(variants)('accepts the variant $name', ({ values }) => expect(refusedIn(values)).toEqual([]));

  test.each(refusedValues)('refuses $field: $because', ({ field, values }) => {
    expect(refusedIn(values)).toEqual([field]);
  });
});

function valueAt(at: string): unknown {
  let value: unknown = defaults;
  for (const key of at.split('.').slice(1)) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}
