interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/** A JSON Schema in one line, the way a person would write it. */
export function describe(input: unknown): string {
  const schema = input as JsonSchema;
  const otherwise = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`;
  return `${shapeOf(schema)}${otherwise}`;
}

function shapeOf(schema: JsonSchema): string {
  // A form that contains itself.
  if (schema.$ref !== undefined) return 'the same again';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(describe).join(' or ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(describe).join(', ')}]`;
  if (schema.type === 'array') return `[${describe(schema.items)}, …]`;
  if (schema.type === 'object') return objectShape(schema);
  return scalarShape(schema);
}

function objectShape({ properties, required = [], additionalProperties }: JsonSchema): string {
  const isOpen = properties === undefined || Object.keys(properties).length === 0;
  if (isOpen && additionalProperties === false) return '{}';
  if (isOpen) return additionalProperties === undefined ? 'object' : `{ <name>: ${describe(additionalProperties)} }`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${describe(schema)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function scalarShape({ type = 'anything', format, minimum, maximum, maxLength }: JsonSchema): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (isBounded) return `${type} ${minimum}–${maximum}`;
  if (maxLength !== undefined) return `${type} of at most ${maxLength}`;
  return format === undefined ? type : format;
}
