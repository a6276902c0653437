/** Where an operation of a connector belongs: the folder whose manifest declares its kin, and the files beside it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { registry } from '../../connectors/registry.ts';
import { grantOf } from '../../src/connector/grants.ts';
import type { Manifest, OperationDeclaration } from '../../src/connector/manifest.ts';
import { WrongPlan } from './scaffold-plan.ts';

export interface OperationPlan {
  readonly connector: string;
  /** `compute.listKeyPairs`. */
  readonly operation: string;
  readonly domain: string;
  readonly summary: string;
  /** What it asks, in the spelling of the manifest. */
  readonly calls: readonly [string, ...string[]];
  /** In the vendor's spelling. */
  readonly grants: readonly string[];
  /** Those of them that the connector does not declare yet. */
  readonly newGrants: readonly string[];
  readonly declaredGrants: readonly string[];
  /** Declarations of the other operations of the domain. */
  readonly kin: readonly OperationDeclaration[];
  /** File with the declarations. */
  readonly manifest: string;
  /** Folder with the declarations. */
  readonly folder: string;
  /** Undefined where operations are in one file. */
  readonly operationsFolder: string | undefined;
  /** Of its files: `list-key-pairs`. */
  readonly fileName: string;
}

export interface AskedOperation {
  readonly connector: string;
  readonly operation: string;
  readonly calls: readonly string[];
  readonly grants: readonly string[];
  readonly summary: string | undefined;
}

/** @throws WrongPlan before anything is written. */
export function planOperation(root: string, asked: AskedOperation): OperationPlan {
  const { connector, operation, summary } = asked;
  const registered = registry.find(({ manifest }) => manifest.id === connector);
  if (registered === undefined) throw new WrongPlan(`${connector} is not in connectors/registry.ts`);
  if (!/^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/u.test(operation)) {
    throw new WrongPlan(`${operation}: an operation is named domain.operation, such as compute.listKeyPairs`);
  }
  if (Object.hasOwn(registered.manifest.operations, operation)) {
    throw new WrongPlan(`${connector} declares ${operation} already`);
  }
  const [first, ...others] = asked.calls;
  if (first === undefined) throw new WrongPlan('name what it asks, such as --call ec2:DescribeKeyPairs');
  if (summary === undefined) throw new WrongPlan('say what it answers, such as --summary "Key pairs of one region."');
  const domain = operation.slice(0, operation.indexOf('.'));
  const manifest = findSlice(root, connector, domain);
  const folder = path.dirname(manifest);
  const operationsFolder = path.join(folder, 'operations');
  const kin = Object.entries(registered.manifest.operations).flatMap(([name, declaration]) =>
    name.startsWith(`${domain}.`) ? [declaration] : [],
  );
  const grants = asked.grants.length > 0 ? asked.grants : chooseGrants(registered.manifest, kin, asked.calls);
  const declaredGrants = Object.keys(registered.manifest.grants);
  return {
    connector,
    operation,
    domain,
    summary,
    calls: [first, ...others],
    grants,
    newGrants: grants.filter((grant) => !declaredGrants.includes(grant)),
    declaredGrants,
    kin,
    manifest,
    folder,
    operationsFolder: existsSync(path.join(root, operationsFolder)) ? operationsFolder : undefined,
    fileName: kebab(operation.slice(domain.length + 1)),
  };
}

/** Where nobody named any: those that cover the calls, or those that every operation of the domain needs. @throws WrongPlan */
function chooseGrants(
  { id, grants }: Manifest,
  kin: readonly OperationDeclaration[],
  calls: readonly string[],
): readonly string[] {
  const isCallGrant = kin.every((one) => one.grants.every((grant) => one.upstream.some((call) => call === grant)));
  const covering = calls.map((call) => grantOf(grants, call) ?? (isCallGrant ? call : undefined));
  if (!covering.includes(undefined)) return [...new Set(covering.flatMap((grant) => grant ?? []))];
  const [first, ...others] = new Set(kin.map((one) => JSON.stringify(one.grants)));
  if (first !== undefined && others.length === 0) return JSON.parse(first) as string[];
  throw new WrongPlan(
    `name the permission in the vendor's spelling with --grant. Operations beside it in ${id} need ${[...new Set(kin.flatMap((one) => one.grants))].join(', ')}`,
  );
}

/** The manifest that declares most operations of the domain. */
function findSlice(root: string, connector: string, domain: string): string {
  const files = globSync(`connectors/${connector}/**/{manifest,declarations}.ts`, { cwd: root });
  const kin = new RegExp(`^\\s*'${domain}\\.\\w+':`, 'gmu');
  const counted = files.map(
    (file) => [file, readFileSync(path.join(root, file), 'utf8').match(kin)?.length ?? 0] as const,
  );
  const best = counted.toSorted(([a, x], [b, y]) => y - x || a.length - b.length)[0];
  if (best !== undefined && best[1] > 0) return best[0];
  const known = files.toSorted().join(', ');
  throw new WrongPlan(
    `no manifest of ${connector} declares an operation of ${domain} yet: write the first one by hand, in one of ${known}`,
  );
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
