/**
 * `farol catalog`: what may be asked, who answers and with which permissions; `lock` and `diff` keep
 * what a customer reviewed from growing with an upgrade.
 *
 * Exit codes: 0 done (for diff: nothing differs), 1 diff found differences, 2 wrong usage.
 */
import { rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { knownDigest } from '../../../catalog/known-digest.ts';
import { catalog } from '../../../catalog/index.ts';
import { registry } from '../../../connectors/registry.ts';
import { readStrictJson } from '../../agent/boot/read-strict-json.ts';
import { type CatalogDiff, CatalogLock, compareWithLock, renderLock } from '../../agent/boot/catalog-lock.ts';
import { describeCatalog, type DescribedOperation } from '../../agent/gate/describe-catalog.ts';
import { Redactor } from '../../core/redact.ts';
import { readVersion } from '../../core/version.ts';
import { suggest } from '../help/suggest.ts';
import { endWith, exitCodes, printJson, printLine, printNote, WrongUsage } from './end-with.ts';

interface JsonOption {
  readonly json?: true;
}

export const showCatalog = (operation: string | undefined, options: JsonOption): Promise<void> =>
  run(() => Promise.resolve(operation === undefined ? list(options) : show(operation, options)));
export const lockCatalog = (options: { readonly out?: string }): Promise<void> => run(() => lock(options));
export const diffCatalog = (file: string, options: JsonOption): Promise<void> =>
  run(() => Promise.resolve(diff(file, options)));

function run(work: () => Promise<number>): Promise<void> {
  return endWith('catalog', new Redactor(), work);
}

function list({ json }: JsonOption): number {
  const operations = describeCatalog(catalog, registry);
  if (json === true) printJson({ farol: readVersion(), digest: knownDigest, operations });
  else for (const operation of operations) printLine(renderRow(operation));
  return exitCodes.done;
}

/** One line, which fits the terminal; without one, 80 columns. */
function renderRow({ name, access, summary }: DescribedOperation): string {
  const row = `${name.padEnd(longestName)}  ${access.padEnd('write'.length)}  ${summary}`;
  const width = process.stdout.isTTY ? process.stdout.columns : 80;
  return row.length <= width ? row : `${row.slice(0, Math.max(0, width - 1))}…`;
}

const longestName = Math.max(...[...catalog.keys()].map((name) => name.length));

function show(name: string, { json }: JsonOption): number {
  const described = describeCatalog(catalog, registry).find((one) => one.name === name);
  const operation = catalog.get(name);
  if (described === undefined || operation === undefined) {
    throw new WrongUsage(`The catalog has no operation ${name}.${suggest(name, ['lock', 'diff', ...catalog.keys()])}`);
  }
  const accepted = z.toJSONSchema(operation.arguments, { io: 'input', unrepresentable: 'any' });
  if (json === true) printJson({ ...described, arguments: accepted });
  else printLine(renderOperation(described, ArgumentsSchema.parse(accepted)));
  return exitCodes.done;
}

/** Of a JSON schema, what a person needs to write the arguments. */
const ArgumentsSchema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({ type: z.string().optional(), enum: z.array(z.unknown()).optional() }),
  ),
  required: z.array(z.string()).default([]),
});

function renderOperation(
  { name, access, summary, connectors }: DescribedOperation,
  { properties, required }: z.infer<typeof ArgumentsSchema>,
): string {
  const args = Object.entries(properties).map(([argument, { type = 'any of several types', enum: words }]) => {
    const kind = words === undefined ? type : `one of ${words.join(', ')}`;
    return `  ${argument}: ${kind}${required.includes(argument) ? ', required' : ''}`;
  });
  const answers = connectors.map(({ id, grants }) => {
    const needed = grants.map(({ grant, need }) => `    ${grant} (${need})`);
    return [`  ${id}${needed.length === 0 ? ', which needs no grant' : ''}`, ...needed].join('\n');
  });
  return [
    `${name} (${access})`,
    summary,
    '',
    ...(args.length === 0 ? ['It takes no arguments.'] : ['Arguments:', ...args]),
    '',
    ...(answers.length === 0
      ? ['No connector of this version answers it.']
      : ['Connectors, and the grants that they need:', ...answers]),
  ].join('\n');
}

async function lock({ out }: { out?: string }): Promise<number> {
  const text = renderLock(catalog, readVersion());
  if (out === undefined) {
    process.stdout.write(text);
    return exitCodes.done;
  }
  // An Agent that starts meanwhile reads the old file or the new one, never half of one.
  const written = `${out}.${process.pid}.new`;
  try {
    await writeFile(written, text, { flag: 'wx', mode: 0o644 });
    await rename(written, out);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause';
    throw new WrongUsage(`${out} cannot be written (${why}).`, { cause });
  }
  printNote(`${out} holds ${catalog.size} operations. Review its diff before an Agent uses it.`);
  return exitCodes.done;
}

function diff(file: string, { json }: JsonOption): number {
  const { value, complaints } = readStrictJson(file, CatalogLock);
  if (value === undefined) throw new WrongUsage(`${file} ${complaints.join('; ')}.`);
  const found = compareWithLock(catalog, value);
  const isEqual = found.added.length + found.changed.length + found.removed.length === 0;
  if (json === true) printJson({ from: value.farol, to: readVersion(), ...describeDiff(found) });
  else if (isEqual) printNote(`No differences from the lock of ${value.farol}.`);
  else printLine(renderDiff(found));
  return isEqual ? exitCodes.done : exitCodes.fault;
}

interface DescribedDiff {
  readonly added: readonly { readonly name: string; readonly access: string; readonly summary: string }[];
  readonly changed: CatalogDiff['changed'];
  readonly removed: readonly string[];
}

function describeDiff({ added, changed, removed }: CatalogDiff): DescribedDiff {
  const isAdded = new Set(added);
  const described = [...catalog.values()]
    .filter(({ name }) => isAdded.has(name))
    .map(({ name, access, summary }) => ({ name, access, summary }));
  return { added: described, changed, removed };
}

function renderDiff(found: CatalogDiff): string {
  const { added, changed, removed } = describeDiff(found);
  return [
    ...added.map(({ name, access, summary }) => `added    ${name}  ${access}  ${summary}`),
    ...changed.map(({ name, what }) => `changed  ${name}  ${what.join(', ')}`),
    ...removed.map((name) => `removed  ${name}`),
  ].join('\n');
}
