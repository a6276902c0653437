/** `farol connector add-operation`: the skeleton of one operation, in the places where a connector has its operations. */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { catalog } from '../../catalog/index.ts';
import { insertElement, insertImport, insertProperty, insertSpread } from './insert-into.ts';
import { formatAndGenerate } from './format-and-generate.ts';
import { type AskedOperation, type OperationPlan, planOperation } from './operation-plan.ts';
import { WrongPlan, typeNameOf } from './scaffold-plan.ts';

/** What was written, and what a person has to write. */
export interface AddedOperation {
  readonly touched: readonly string[];
  readonly left: readonly string[];
}

/** Writes, formats, generates what derives from it, and says what is left. @throws WrongPlan before anything is written. */
export function writeOperation(root: string, asked: AskedOperation): void {
  const { touched, left } = addOperation(root, planOperation(root, asked));
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

/** @throws WrongPlan before anything is written. */
export function addOperation(root: string, plan: OperationPlan): AddedOperation {
  const changes = new Map<string, string>();
  const read = (file: string): string => changes.get(file) ?? readFileSync(path.join(root, file), 'utf8');
  const edit = (file: string, change: (text: string) => string | undefined): void => {
    const changed = change(read(file));
    if (changed === undefined) throw new WrongPlan(`${file} has no entry of ${plan.domain} to write beside`);
    changes.set(file, changed);
  };
  const { operation, domain, manifest, folder, operationsFolder, fileName } = plan;
  // Names of the vendor may begin like the domain, and have more parts: `compute.disks.list`.
  const kin = new RegExp(`^${domain}\\.\\w+$`, 'u');
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
  const affects = insertElement(read(manifest), new RegExp(`^'${domain}\\.\\w+'$`, 'u'), `'${operation}'`);
  if (affects !== undefined) changes.set(manifest, affects);
  const code = operationsFolder === undefined ? undefined : path.join(operationsFolder, `${fileName}.ts`);
  const member = `${operation.slice(domain.length + 1)}Operations`;
  if (code === undefined) {
    edit(findOperations(root, folder, kin), (text) => insertProperty(text, kin, codeOf(plan)));
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
  const questions = globSync(`connectors/${plan.connector}/upstream/**/*.ts`, { cwd: root })
    .toSorted()
    .find((file) => insertProperty(read(file), kin, '') !== undefined);
  if (questions !== undefined) edit(questions, (text) => insertProperty(text, kin, `'${operation}': [{}]`));
  for (const file of [code, tested]) {
    if (file !== undefined && existsSync(path.join(root, file))) {
      throw new WrongPlan(`${file} exists already; nothing was written`);
    }
  }
  for (const [file, text] of changes) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const isByMethod = read(manifest).includes('asksOf(');
  return { touched: [...changes.keys()], left: leftOf(plan, { code, questions, tested, isByMethod }) };
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

function findOperations(root: string, folder: string, kin: RegExp): string {
  const files = globSync(`${folder}/*.ts`, { cwd: root }).filter(
    (file) => !/\.test\.ts$|manifest|declarations/u.test(file),
  );
  const found = files
    .toSorted()
    .find((file) => insertProperty(readFileSync(path.join(root, file), 'utf8'), kin, '') !== undefined);
  return found ?? path.join(folder, 'operations.ts');
}

function testOf({ operation, summary }: OperationPlan): string {
  return `import { expect, test } from 'vitest';

test('${operation}: ${summary.replaceAll("'", "\\'")}', () => {
  expect.fail('Say here what it answers, what it asks for that, and what it does with an empty answer.');
});
`;
}

interface Places {
  readonly code: string | undefined;
  readonly questions: string | undefined;
  readonly tested: string;
  /** The slice declares methods, from which calls and grants of its operations follow. */
  readonly isByMethod: boolean;
}

function leftOf(plan: OperationPlan, { code, questions, tested, isByMethod }: Places): string[] {
  const { connector, domain, manifest, folder } = plan;
  const grants = plan.grants.join(', ');
  const method = isByMethod
    ? [`${manifest}: what it calls among the methods, and asks('<id of the method>') in place of grants and upstream`]
    : [];
  return [
    `catalog/${domain}.ts: its arguments and its result`,
    ...method,
    `${manifest}: ${grants} among the grants, unless declared already; what it removes (redactions), and windowSec if it has a window`,
    `${code ?? path.join(folder, 'operations.ts')}: the call and the way from its answer to the result, with the members that are read in schema.ts where the connector has one`,
    `${questions ?? `connectors/${connector}/upstream/exemplar.ts`}: questions that reach every branch, and beside them what the system answers`,
    `${tested}: what no contract test knows`,
  ];
}
