/** `farol connector new`: writes the files of a new connector and adds it to the registry. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addToList } from './add-to-list.ts';
import { formatAndGenerate } from './format-and-generate.ts';
import { planScaffold, WrongPlan } from './scaffold-plan.ts';
import { renderFiles } from './templates.ts';

export interface NewConnector {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly string[];
}

/** @throws WrongPlan before anything is written. */
export function newConnector(root: string, { id, title, operations }: NewConnector): void {
  const files = renderFiles(planScaffold(id, title, operations));
  const taken = [...files.keys()].filter((file) => existsSync(path.join(root, file)));
  if (taken.length > 0) throw new WrongPlan(`${taken.join(', ')} exists already; nothing was written`);
  for (const [file, text] of files) write(path.join(root, file), text);
  edit(path.join(root, 'connectors/registry.ts'), (text) =>
    addToList(text, {
      importing: `import { manifest as ${id} } from './${id}/manifest.ts';`,
      entry: `  { manifest: ${id}, load: async () => (await import('./${id}/connector.ts')).connector },`,
    }),
  );
  const touched = [...files.keys(), 'connectors/registry.ts'];
  formatAndGenerate(root, touched);
  process.stdout.write(
    [
      `Wrote the connector ${id} with ${operations.length === 1 ? 'one operation' : `${operations.length} operations`}:`,
      ...touched.map((file) => `  ${file}`),
      '',
      'It asks a system that answers in the words of the catalog. Make it ask the real one:',
      '  1. schema.ts and client.ts: paths and fields as the vendor documents them; upstream/exemplar.ts, which plays the system',
      '  2. manifest.ts: variables, credential kinds and grants in the spelling of the vendor',
      '  3. symptoms.ts and health.ts: what its refusals mean, and how a check tells them apart',
      '  4. guide.md: what a person does in the screens of the vendor',
      `Then, at any time: ./farol connector test ${id}`,
      '',
    ].join('\n'),
  );
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'wx' });
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
