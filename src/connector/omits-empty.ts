/**
 * Answers whose list the vendor leaves out when it is empty, as protobuf's JSON and Go's `omitempty` do. Read
 * as optional, a list under a new name would look like an empty one. So its absence is believed only where
 * nothing else could be it: beside members that are known, or that are too plain to hold rows.
 */
import { z } from 'zod';

/** An object whose members are known, to read the rest of the answer with. */
type ObjectSchema = z.ZodType & { readonly shape: Readonly<Record<string, unknown>> };

/**
 * The same schema for such an answer. `members` are what may be left out; `beside`, further lists and
 * objects that the vendor has there. Anything else that holds rows makes it a changed answer at the
 * first of `members` that is missing.
 */
export function omitsEmpty<S extends ObjectSchema>(
  schema: S,
  members: readonly (keyof S['shape'] & string)[],
  beside: readonly string[] = [],
): z.ZodPipe<z.ZodUnknown, S> {
  const known = new Set([...Object.keys(schema.shape), ...beside]);
  return z
    .unknown()
    .superRefine((body, context) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
      const absent = members.find((member) => !Object.hasOwn(body, member));
      if (absent === undefined) return;
      const stranger = Object.entries(body).find(([name, value]) => !known.has(name) && holdsRows(value));
      if (stranger !== undefined) {
        context.addIssue({ code: 'custom', path: [absent], message: `absent, beside ${stranger[0]}` });
      }
    })
    .pipe(schema);
}

/** A list with something in it, or an object of such things; an object of plain values is a header or a reference. */
function holdsRows(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => typeof one === 'object' && one !== null);
}
