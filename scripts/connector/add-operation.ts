/** `farol connector add-operation`: the skeleton of one operation, in the places where a connector has its operations. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { catalog } from '../../catalog/index.ts';
import { insertElement, insertImport, insertProperty, insertSpread } from './insert-into.ts';
import { listFilesLeft } from './files-left.ts';
import { formatAndGenerate } from './format-and-generate.ts';
import { type AskedOperation, type OperationPlan, planOperation } from './operation-plan.ts';
import { findPlaces, kinOf } from './places.ts';
import { WrongPlan, typeNameOf } from './scaffold-plan.ts';

export interface AddedOperation {
  /** The text of each file that changes. */
  readonly changes: ReadonlyMap<string, string>;
  /** What a person has to write. */
  readonly left: readonly string[];
}

/** Writes, formats, generates what derives from it, and says what is left. @throws WrongPlan before anything is written. */
export function writeOperation(root: string, asked: AskedOperation): void {
  const { changes, left } = addOperation(root, planOperation(root, asked));
  for (const [file, text] of changes) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const touched = [...changes.keys()];
  formatAndGenerate(root, touched);
  process.stdout.write(
    [
      `Wrote the skeleton of ${asked.operation}:`,
      ...touched.map((file) => `  ${file}`),
      '',
      'Write now:',
      ...left.map((line, at) => `  ${at + 1}. ${line}`),
      `Then: ./farol connector test ${asked.connector}`,
      '',
    ].join('\n'),
  );
}

/** Writes nothing. @throws WrongPlan where the connector has no place for it. */
export function addOperation(root: string, plan: OperationPlan): AddedOperation {
  const changes = new Map<string, string>();
  const read = (file: string): string => changes.get(file) ?? readFileSync(path.join(root, file), 'utf8');
  const edit = (file: string, change: (text: string) => string | undefined): void => {
    const changed = change(read(file));
    if (changed === undefined) throw new WrongPlan(`${file} has no entry of ${plan.domain} to write beside`);
    changes.set(file, changed);
  };
  const { operation, domain, manifest, folder, operationsFolder, fileName } = plan;
  const kin = kinOf(domain);
  const places = findPlaces(root, plan);
  if (!catalog.has(operation)) {
    const file = `catalog/${domain}.ts`;
    const name = `${domain}${typeNameOf(`.${operation.slice(domain.length + 1)}`)}`;
    edit(file, (text) => {
      const at = text.lastIndexOf('\nexport const ');
      return insertElement(
        `${text.slice(0, at)}\n${entryOf(plan, name)}${text.slice(at)}`,
        new RegExp(`^${domain}[A-Z]`, 'u'),
        name,
      );
    });
  }
  edit(manifest, (text) => insertProperty(text, kin, declarationOf(plan)));
  const affect = (text: string): string | undefined =>
    insertElement(text, new RegExp(`^'${domain}\\.\\w+'$`, 'u'), `'${operation}'`);
  const declarations = globSync(`connectors/${plan.connector}/{manifest,*declarations}.ts`, { cwd: root });
  const affects = [manifest, ...declarations.toSorted()].find((file) => affect(read(file)) !== undefined);
  if (affects !== undefined) edit(affects, affect);
  const code = places.operations ?? path.join(operationsFolder ?? folder, `${fileName}.ts`);
  const member = `${operation.slice(domain.length + 1)}Operations`;
  if (operationsFolder === undefined) {
    edit(code, (text) => insertProperty(text, kin, codeOf(plan)));
  } else {
    changes.set(code, operationFile(root, plan, member));
    edit(path.join(folder, 'operations.ts'), (text) =>
      insertSpread(
        insertImport(text, `import { ${member} } from './operations/${fileName}.ts';`),
        /Operations$/u,
        `...${member}`,
      ),
    );
  }
  const tested = path.join(operationsFolder ?? folder, `${fileName}.test.ts`);
  changes.set(tested, testOf(plan));
  const { questions } = places;
  if (questions !== undefined) edit(questions, (text) => insertProperty(text, kin, `'${operation}': [{}]`));
  for (const file of [tested, ...(operationsFolder === undefined ? [] : [code])]) {
    if (existsSync(path.join(root, file))) throw new WrongPlan(`${file} exists already; nothing was written`);
  }
  const isByMethod = read(manifest).includes('asksOf(');
  return { changes, left: listFilesLeft(plan, places, { code, tested, affects, isByMethod }) };
}

function entryOf({ operation, summary }: OperationPlan, name: string): string {
  return `export const ${name} = defineOperation({
  name: '${operation}',
  access: 'read',
  summary: ${JSON.stringify(summary)},
  arguments: () => z.strictObject({}),
  result: () => z.strictObject({}),
});
`;
}

function declarationOf({ operation, grants, calls }: OperationPlan): string {
  return `'${operation}': { grants: ${JSON.stringify(grants)}, upstream: ${JSON.stringify(calls)}, redactions: [] }`;
}

/** It fails until it is written, and so do the contract tests. */
function codeOf({ operation }: OperationPlan): string {
  return `'${operation}': {
    run() {
      throw new Error('${operation} is not written yet');
    },
  }`;
}

/** In the form of the files beside it: with the type that they satisfy, where they have one of their own. */
function operationFile(root: string, plan: OperationPlan, member: string): string {
  const { operation, operationsFolder = '', summary } = plan;
  const beside = globSync(`${operationsFolder}/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const texts = beside.map((file) => readFileSync(path.join(root, file), 'utf8'));
  const type = texts.flatMap((text) => /(?:satisfies |: )(\w+Operations)</u.exec(text)?.[1] ?? [])[0];
  const from = texts.flatMap((text) => new RegExp(`\\b${type}\\b[^;]*from '([^']+)'`, 'u').exec(text)?.[1] ?? [])[0];
  const isTyped = type !== undefined && from !== undefined;
  return `/** ${summary} */
${isTyped ? `import type { ${type} } from '${from}';\n` : ''}
export const ${member} = {
  ${codeOf(plan)},
}${isTyped ? ` satisfies ${type}<'${operation}'>` : ''};
`;
}

function testOf({ operation, summary }: OperationPlan): string {
  return `import { expect, test } from 'vitest';

test('${operation}: ${summary.replaceAll("'", "\\'")}', () => {
  expect.fail('Say here what it answers, what it asks for that, and what it does with an empty answer.');
});
`;
}
