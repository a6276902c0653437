/** What a new connector will consist of, decided and checked before a file is written. */
import { catalog } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { sampleOf } from './sample.ts';

export interface ScaffoldedOperation {
  readonly name: string;
  readonly call: string;
  /** A question and its answer, to begin with. */
  readonly args: unknown;
  readonly answer: unknown;
  readonly windowSec: number | undefined;
  readonly dialect: string | undefined;
}

export interface Scaffold {
  readonly id: string;
  readonly title: string;
  /** Of its variables. */
  readonly prefix: string;
  readonly operations: readonly [ScaffoldedOperation, ...ScaffoldedOperation[]];
}

/** The caller's own words are wrong; the message says which and what is right. */
export class WrongPlan extends Error {
  override readonly name = 'WrongPlan';
}

const daySec = 86_400;

/** @throws WrongPlan, or NoSample naming the place that needs a hand. */
export function planScaffold(id: string, title: string, names: readonly string[]): Scaffold {
  if (!/^[a-z][a-z0-9]{1,30}$/u.test(id)) throw new WrongPlan(`${id}: an id is a short lower-case word, such as acme`);
  if (registry.some(({ manifest }) => manifest.id === id)) throw new WrongPlan(`${id} is in the registry already`);
  const [first, ...others] = [...new Set(names)].map(planOperation);
  if (first === undefined) throw new WrongPlan('name at least one operation, such as --operation deploy.listProjects');
  return { id, title, prefix: id.toUpperCase(), operations: [first, ...others] };
}

function planOperation(name: string): ScaffoldedOperation {
  const operation = catalog.get(name);
  if (operation === undefined) {
    throw new WrongPlan(`${name} is not in the catalog: add it to catalog/${name.split('.')[0] ?? ''}.ts first`);
  }
  if (operation.access === 'write') throw new WrongPlan(`${name} writes: begin with a read, and add the write by hand`);
  const args = sampleOf(operation.arguments);
  return {
    name,
    call: `GET /v1/${name.replace('.', '/')}`,
    args,
    answer: sampleOf(operation.result),
    windowSec: 'window' in operation.arguments.shape ? 7 * daySec : undefined,
    dialect: dialectOf(args),
  };
}

function dialectOf(args: unknown): string | undefined {
  const query = typeof args === 'object' && args !== null && 'query' in args ? args.query : undefined;
  return typeof query === 'object' && query !== null && 'dialect' in query ? String(query.dialect) : undefined;
}

/** `DeployListProjects` of `deploy.listProjects`. */
export function typeNameOf(name: string): string {
  return name.replaceAll(/(?:^|[._])(\w)/gu, (_match, letter: string) => letter.toUpperCase());
}
