/**
 * How the database would answer, without answering: the verbosity is always `queryPlanner`, so that a question
 * that is too expensive can be examined without paying for it. The shape of a plan depends on release, engine
 * and topology; what is returned is found by the names that all of them use.
 */
import type { DataOf } from '../../catalog/index.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { type Mongo, withMongo } from './client.ts';
import { checkCollection, checkExpression, checkPipeline } from './guard/check-question.ts';
import type { manifest } from './manifest.ts';
import { Explained } from './schema.ts';
import { writeDocument } from './write-extended-json.ts';

/** The part of a find that the caller says, as the command has it: shared by asking and by explaining. */
interface Find {
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly projection?: Readonly<Record<string, unknown>> | undefined;
  readonly sort?: readonly { readonly field: string; readonly order: 'ascending' | 'descending' }[] | undefined;
}

/** `read` puts extended JSON into the driver's values; `at` precedes the names of the arguments. */
export function toFind(
  { filter = {}, projection, sort }: Find,
  read: (value: unknown, path: string) => unknown,
  at = '',
): Record<string, unknown> {
  return {
    filter: read(filter, `${at}filter`),
    ...(projection !== undefined && { projection: read(projection, `${at}projection`) }),
    // A map keeps the order of its keys whatever they are; an object would put those that look like numbers first.
    ...(sort !== undefined && {
      sort: new Map(sort.map(({ field, order }) => [field, order === 'ascending' ? 1 : -1])),
    }),
  };
}

type Explain = ConnectorOperations<typeof manifest>['documents.explain'];
type Question = Parameters<Explain['run']>[0]['question'];
type Fields = Readonly<Record<string, unknown>>;

export const explain: Explain = {
  guard({ collection, question }) {
    checkCollection(collection, 'collection');
    if (question.command === 'aggregate') checkPipeline(question.pipeline, 'question.pipeline');
    else {
      checkExpression(question.filter, 'question.filter');
      checkExpression(question.projection, 'question.projection');
    }
  },
  run: ({ database, collection, question }, context) =>
    withMongo(context, async (mongo) => {
      const explained = await mongo.ask(Explained, {
        call: 'mongodb:explain',
        database,
        command: { explain: toCommand(mongo, collection, question), verbosity: 'queryPlanner' },
      });
      return { data: readPlan(writeDocument(explained)), complete: true, truncated: false };
    }),
};

function toCommand(mongo: Mongo, collection: string, question: Question): Fields {
  if (question.command === 'aggregate') {
    return { aggregate: collection, pipeline: mongo.read(question.pipeline, 'question.pipeline'), cursor: {} };
  }
  const { limit, ...find } = question;
  return { find: collection, ...toFind(find, (value, path) => mongo.read(value, path), 'question.'), limit };
}

/** @throws Fault `upstream_changed` when no plan is in it. */
export function readPlan(explained: Fields): DataOf<'documents.explain'> {
  const plan = planIn(explained);
  if (plan === undefined) {
    const remedy = 'Report it with the release of the database: its explain output has an unknown form.';
    throw new Fault('upstream_changed', { path: 'mongodb:explain.queryPlanner.winningPlan' }, remedy);
  }
  const nodes = [...nodesOf(plan)];
  return {
    indexes: [...new Set(nodes.flatMap(indexOf))].toSorted(),
    stages: stagesOf(plan, nodes),
    scansCollection: nodes.some(isScan),
    rejectedPlans: countRejected(explained),
    plan,
  };
}

/** Of a find its winning plan; of a pipeline its stages, or those of each shard. */
function planIn(explained: Fields): Record<string, unknown> | undefined {
  const planner = explained['queryPlanner'];
  if (isFields(planner) && isFields(planner['winningPlan'])) return planner['winningPlan'];
  const { stages, shards } = explained;
  if (Array.isArray(stages)) return { stages };
  return isFields(shards) ? { shards } : undefined;
}

/** Every object of the chosen plan, outermost first. Plans that were not chosen, and the engine's own text, are passed over. */
function* nodesOf(value: unknown): Generator<Fields> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesOf(one);
    return;
  }
  if (!isFields(value)) return;
  yield value;
  for (const [name, one] of Object.entries(value)) if (!beside.has(name)) yield* nodesOf(one);
}

const beside: ReadonlySet<string> = new Set([
  'rejectedPlans',
  'slotBasedPlan',
  'parsedQuery',
  'filter',
  'indexFilterSet',
  'indexBounds',
  'keyPattern',
]);

/** A pipeline is returned from its last stage back to the read at its beginning, as a plan is from the outside in. */
function stagesOf(plan: Fields, nodes: readonly Fields[]): string[] {
  const { stages } = plan;
  const ofPipeline = Array.isArray(stages) ? stages.toReversed().flatMap(pipelineStage) : [];
  return [...ofPipeline, ...nodes.flatMap(({ stage }) => (typeof stage === 'string' ? stage : []))];
}

/** The stages of its plan describe the read itself. */
function pipelineStage(stage: unknown): string[] {
  return isFields(stage) ? Object.keys(stage).filter((name) => name.startsWith('$') && name !== '$cursor') : [];
}

function indexOf({ stage, indexName }: Fields): string[] {
  if (typeof indexName === 'string') return [indexName];
  // These read by the identifier, and do not say so.
  return stage === 'IDHACK' || stage === 'EXPRESS_IXSCAN' || stage === 'CLUSTERED_IXSCAN' ? ['_id_'] : [];
}

/** A join without an index reads the other collection whole for each document. */
function isScan({ stage, strategy }: Fields): boolean {
  return stage === 'COLLSCAN' || strategy === 'NestedLoopJoin';
}

function countRejected(explained: unknown): number {
  if (Array.isArray(explained)) {
    let inAll = 0;
    for (const one of explained) inAll += countRejected(one);
    return inAll;
  }
  if (!isFields(explained)) return 0;
  let rejected = 0;
  for (const [name, one] of Object.entries(explained)) {
    rejected += name === 'rejectedPlans' && Array.isArray(one) ? one.length : countRejected(one);
  }
  return rejected;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
