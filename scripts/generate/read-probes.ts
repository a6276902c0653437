/**
 * What the probes of the collector declare, as its build reads them. `read-probes.test.ts` compares the result with
 * what the collector says of itself.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const folder = path.resolve(import.meta.dirname, '../../profiler/ptop/probes');
const text = z.string().min(1);

const Probe = z.object({
  id: text,
  axis: text,
  on_request: z.boolean().default(false),
  capabilities: z.array(text).min(1),
  cost: text,
  absent: text,
  attach: z.object({ kind: text, symbol: text }),
});
export type Probe = z.infer<typeof Probe>;

/** By id. @throws Error naming the file and the line or field that cannot be read. */
export function readProbes(): Probe[] {
  const files = globSync('*/probe.toml', { cwd: folder }).toSorted();
  if (files.length === 0) throw new Error(`there is no probe in ${folder}`);
  return files.map((file) => {
    const parsed = Probe.safeParse(parseManifest(readFileSync(path.join(folder, file), 'utf8'), file));
    if (parsed.success) return parsed.data;
    throw new Error(`${file}: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`);
  });
}

type Values = Record<string, unknown>;

/** The part of TOML that manifests use: `key = value` with a value that is also JSON, and `[sections]`. */
export function parseManifest(manifest: string, file: string): Values {
  const all: Values = {};
  let section = all;
  for (const [index, line] of manifest.split('\n').entries()) {
    const { name, key, value } = /^(?:\[(?<name>[a-z_]+)\]|(?<key>[a-z_]+) = (?<value>.+))$/u.exec(line)?.groups ?? {};
    if (name !== undefined) {
      section = {};
      all[name] = section;
    } else if (key !== undefined && value !== undefined) {
      section[key] = parseValue(value, `${file}:${index + 1}`);
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      throw new Error(`${file}:${index + 1} is neither a section nor a key with a value`);
    }
  }
  return all;
}

function parseValue(value: string, place: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`${place} has a value that is not a text, a number, true, false or a list in one line`);
  }
}
