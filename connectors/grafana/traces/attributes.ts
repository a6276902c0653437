/** Attributes of OpenTelemetry as one flat record, without what may be a credential. */
import { z } from 'zod';
import { mayHoldCredential } from '../../../src/connector/sensitive-attributes.ts';
import type { AnyValue, KeyValue } from './schema.ts';

export type Attributes = Record<string, string | number | boolean>;

export function tellAttributes(attributes: readonly KeyValue[] | null | undefined): Attributes {
  const told: Attributes = {};
  for (const { key, value } of attributes ?? []) put(told, key, value);
  return told;
}

function put(told: Attributes, key: string, value: AnyValue | undefined): void {
  if (value === undefined || mayHoldCredential(key)) return;
  for (const [at, one] of (value.arrayValue?.values ?? []).entries()) put(told, `${key}.${at}`, one);
  for (const { key: inner, value: one } of value.kvlistValue?.values ?? []) put(told, `${key}.${inner}`, one);
  const plain =
    value.stringValue ?? value.boolValue ?? value.bytesValue ?? numberOf(value.intValue ?? value.doubleValue);
  if (plain !== undefined) told[key] = plain;
}

/** An integer beyond what a number holds, and a value that is not finite, stay texts. */
function numberOf(value: string | number | undefined): string | number | undefined {
  const number = Number(value);
  const isExact = z.number().safeParse(number).success && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return value === undefined || typeof value === 'number' || !isExact ? value : number;
}
