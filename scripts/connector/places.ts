/** The files of a connector that one more operation touches, found by what its kin have in them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { insertProperty } from './insert-into.ts';
import type { OperationPlan } from './operation-plan.ts';

export interface Places {
  /** With the code of its kin. Undefined where each operation has a file of its own. */
  readonly operations: string | undefined;
  /** With the members of answers that are read; some connectors have none. */
  readonly schema: string | undefined;
  /** With the questions of the contract tests. */
  readonly questions: string | undefined;
  /** Plays the system: it answers the calls of its kin. */
  readonly fake: string | undefined;
  /** Where the connector declares its grants. */
  readonly grants: string | undefined;
  /** With the code of the checks. */
  readonly health: string | undefined;
  /** Beside the connector: what names each grant by hand. */
  readonly listsOfGrants: readonly string[];
  /** Tests of the connector with a table that names lists by hand. */
  readonly listsOfLists: readonly string[];
}

/** Names of the vendor may begin like the domain, and have more parts: `compute.disks.list`. */
export const kinOf = (domain: string): RegExp => new RegExp(`^${domain}\\.\\w+$`, 'u');

export function findPlaces(root: string, plan: OperationPlan): Places {
  const { connector, domain, folder, operationsFolder, kin, declaredGrants } = plan;
  const home = `connectors/${connector}`;
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const sources = globSync(`${home}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    // What lies in the folder of the manifest is nearest.
    .toSorted((a, b) => Number(b.startsWith(`${folder}/`)) - Number(a.startsWith(`${folder}/`)) || (a < b ? -1 : 1));
  const upstream = sources.filter((file) => file.startsWith(`${home}/upstream/`));
  const code = sources.filter((file) => !upstream.includes(file));
  const hasKin = (file: string): boolean => insertProperty(read(file), kinOf(domain), '') !== undefined;
  const nearest = (...names: string[]): string | undefined =>
    [folder, home]
      .flatMap((place) => names.map((name) => `${place}/${name}`))
      .find((at) => existsSync(path.join(root, at)));
  const isGrant = new RegExp(`^(?:${declaredGrants.map(escape).join('|')})$`, 'u');
  const calls = kin.flatMap(({ upstream: asked }) => asked);
  return {
    operations:
      operationsFolder === undefined
        ? mostOf(
            code.filter((file) => !/(?:manifest|declarations)\.ts$/u.test(file) && hasKin(file)),
            (file) => read(file).match(new RegExp(`^\\s*'${domain}\\.\\w+':`, 'gmu'))?.length ?? 0,
          )
        : undefined,
    schema: nearest('schema.ts', 'schema'),
    questions: upstream.find(hasKin),
    fake: mostOf(upstream, (file) => countCalls(read(file), calls)),
    grants: code.find((file) => insertProperty(read(file), isGrant, '') !== undefined) ?? nearest('grants.ts'),
    health: nearest('health.ts'),
    listsOfGrants: globSync(['test/policies/*.ts', `policies/${connector}/actions.json`], { cwd: root }).filter(
      (file) => hasAny(read(file), declaredGrants),
    ),
    listsOfLists: globSync(`${home}/every-operation.test.ts`, { cwd: root }),
  };
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}

/** Whole and in quotes. */
function hasAny(text: string, grants: readonly string[]): boolean {
  return grants.some((grant) => text.includes(`'${grant}'`) || text.includes(`"${grant}"`));
}

/** How many calls like `GET /v9/projects` or `ec2:DescribeVolumes` a text has, whole or by their path or action. */
function countCalls(text: string, calls: readonly string[]): number {
  const parts = calls.flatMap((call) => [call, call.replace(/^.*?[ :]/u, '')]);
  return parts.filter((part) => text.includes(part)).length;
}

/** The one with most, the nearest of several; undefined when none has any. */
function mostOf(files: readonly string[], count: (file: string) => number): string | undefined {
  const counted = files.map((file) => [file, count(file)] as const).filter(([, many]) => many > 0);
  return counted.toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
