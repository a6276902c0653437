/**
 * What the schemas of answers share. Only the fields that are used are read, so that new ones never
 * break a read; nearly all may be missing, because the vendor leaves out what has its default value.
 */
import { z } from 'zod';

export const text = z.string().optional();
export const flag = z.boolean().optional();
export const number = z.number().optional();
export const texts = z.array(z.string()).default([]);
export const labels = z.record(z.string(), z.string()).default({});

/** Only the names are read: values of environment variables are where secrets live. */
export const namesOnly = z.record(z.string(), z.unknown()).transform((all) => Object.keys(all).toSorted());

export const Money = z.object({ currencyCode: text, units: text, nanos: number });
