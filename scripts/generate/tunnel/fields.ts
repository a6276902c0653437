/** The members of a message as a table. */
import { z } from 'zod';
import { code, renderTable } from '../page.ts';
import { describe } from '../shape.ts';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly pattern?: string; readonly maxLength?: number }>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly ObjectSchema[];
  readonly anyOf?: readonly ObjectSchema[];
}

const headers = ['field', 'required', 'form'];

/** One table, or one for each form that the message may have. */
export function renderFields(schema: z.ZodType, without: readonly string[] = []): string {
  const whole = z.toJSONSchema(schema, { io: 'input' }) as ObjectSchema;
  const forms = whole.oneOf ?? whole.anyOf ?? [whole];
  const tables = forms.map((form) => rowsOf(form).filter(([name]) => !without.includes(name ?? '')));
  if (tables.every((rows) => rows.length === 0)) return 'No fields.';
  return tables
    .map((rows) =>
      renderTable(
        headers,
        rows.map(([name = '', ...rest]) => [code(name), ...rest]),
      ),
    )
    .join('\n\nor\n\n');
}

function rowsOf({ properties = {}, required = [] }: ObjectSchema): string[][] {
  return Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) ? 'yes' : 'no',
    `${code(describe(field))}${field.pattern === undefined ? '' : ` matching ${code(field.pattern)}`}`,
  ]);
}
