/** The fields that a schema reads, as a tree: what it takes from an answer, and nothing about values. */
import { z } from 'zod';

/** Below `*` stands what any name of a map, or any place of a list, holds. */
export interface Fields {
  readonly [name: string]: Fields;
}

/** How deep a schema that holds itself is followed. */
const deepest = 12;

export function fieldsOf(schema: z.core.$ZodType, depth = 0): Fields {
  if (depth > deepest) return {};
  const next = (one: z.core.$ZodType): Fields => fieldsOf(one, depth + 1);
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries<z.core.$ZodType>(schema.shape).map(([name, one]) => [name, next(one)]));
  }
  if (schema instanceof z.ZodArray) return next(schema.element);
  if (schema instanceof z.ZodRecord) return { '*': next(schema.valueType) };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return next(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe) return next(schema.in);
  if (schema instanceof z.ZodLazy) return depth < 6 ? next(schema.def.getter()) : {};
  if (schema instanceof z.ZodUnion) return Object.assign({}, ...schema.options.map(next)) as Fields;
  return {};
}

/** The fields of an answer, as the same tree: maps are known by the description that it is compared with. */
export function problemsOf(value: unknown, known: Fields, path = '$'): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => problemsOf(one, known, path));
  if (typeof value !== 'object' || value === null) return [];
  const each = known['*'];
  return Object.entries(value).flatMap(([name, one]) => {
    const below = each ?? known[name];
    return below === undefined
      ? [`${path}.${name} is not in the vendor's description`]
      : problemsOf(one, below, `${path}.${name}`);
  });
}

/** The same for what a schema reads. */
export function unknownFields(read: Fields, known: Fields, path = '$'): string[] {
  const each = known['*'];
  return Object.entries(read).flatMap(([name, below]) => {
    const there = each ?? known[name];
    return there === undefined ? [`${path}.${name}`] : unknownFields(below, there, `${path}.${name}`);
  });
}
