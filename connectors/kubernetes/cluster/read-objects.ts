/** One object by its name, and lists page by page: what the nine operations share. */
import { z } from 'zod';
import type { Answer } from '../../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../../src/connector/cursor.ts';
import { mapList } from '../../../src/connector/map-rows.ts';
import { Fault } from '../../../src/core/fault.ts';
import { askCluster, type ClusterApis, type ClusterCall } from './client.ts';
import type { Cluster, ClusterContext, ClusterFinder } from './cluster.ts';
import { rowsOf } from '../../../src/core/rows.ts';

/** Who asks, and of which cluster. */
interface Asker<Context extends ClusterContext, Found extends Cluster> {
  readonly context: Context;
  readonly finder: ClusterFinder<Context, Found>;
}

/** How the objects of one kind are listed. */
interface Listing {
  readonly operation: string;
  /** Of the kind, as the cluster spells it. */
  readonly plural: string;
  readonly everywhere: (apis: ClusterApis, page: Page) => ReturnType<ClusterCall>;
  readonly within: (apis: ClusterApis, page: Page & { readonly namespace: string }) => ReturnType<ClusterCall>;
}

interface Page {
  readonly limit: number;
  readonly labelSelector?: string;
  readonly _continue?: string;
}

interface OneObject {
  readonly cluster?: string | undefined;
  readonly namespace: string;
  readonly name: string;
}

interface ManyObjects {
  readonly cluster?: string | undefined;
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export async function readOne<C extends ClusterContext, F extends Cluster, S extends z.ZodType, Data>(
  { context, finder }: Asker<C, F>,
  { cluster: asked, namespace, name }: OneObject,
  {
    schema,
    read,
    toData,
  }: {
    readonly schema: S;
    readonly read: (apis: ClusterApis, object: Pick<OneObject, 'namespace' | 'name'>) => ReturnType<ClusterCall>;
    readonly toData: (object: z.infer<S>, cluster: string) => Data;
  },
): Promise<Answer<Data>> {
  const cluster = await chooseCluster(context, finder, asked);
  const object = await askCluster(context, finder, { schema, call: (apis) => read(apis, { namespace, name }) });
  return { data: toData(object, cluster), complete: true, truncated: false };
}

export async function readMany<C extends ClusterContext, F extends Cluster, S extends z.ZodType, Data>(
  { context, finder }: Asker<C, F>,
  { operation, plural, everywhere, within }: Listing,
  {
    schema,
    args,
    toData,
  }: {
    readonly schema: S;
    readonly args: ManyObjects;
    readonly toData: (items: readonly z.infer<S>[], cluster: string) => Data;
  },
): Promise<Answer<Data>> {
  const cluster = await chooseCluster(context, finder, args.cluster);
  const { namespace, labelSelector, limit, cursor } = args;
  const about = [operation, cluster, namespace, labelSelector, limit];
  const after = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const List = z.looseObject({
    metadata: z.looseObject({ continue: z.string().nullish(), remainingItemCount: z.int().nullish() }),
    items: rowsOf(schema).nullable(),
  });
  const page: Page = {
    limit,
    ...(labelSelector !== undefined && { labelSelector }),
    ...(after !== undefined && { _continue: after }),
  };
  const answer = await askCluster(context, finder, {
    schema: List,
    call: (apis) => (namespace === undefined ? everywhere(apis, page) : within(apis, { ...page, namespace })),
  });
  const items = answer.items ?? [];
  const next = answer.metadata.continue ?? '';
  return {
    data: mapList(items, (some) => toData(some, cluster), { list: 'items', noteUnread: context.noteUnread }),
    complete: true,
    ...(items.length === 0 && { because: emptyBecause(plural, args, { cluster, hasMore: next !== '' }) }),
    ...continueAt(about, { from: after, next, hasMore: (answer.metadata.remainingItemCount ?? 0) > 0 }),
  };
}

/** @throws Fault `invalid_arguments` for a cluster that is not the configured one. */
async function chooseCluster<C extends ClusterContext, F extends Cluster>(
  context: C,
  finder: ClusterFinder<C, F>,
  asked: string | undefined,
): Promise<string> {
  const name = await finder.nameOf(context);
  if (asked === undefined || asked === name) return name;
  throw new Fault(
    'invalid_arguments',
    { field: 'cluster' },
    `Ask for the configured cluster, ${name}, or leave it out. The operator sets another in ${finder.variable}.`,
  );
}

function emptyBecause(
  plural: string,
  { namespace, labelSelector, cursor }: ManyObjects,
  { cluster, hasMore }: { readonly cluster: string; readonly hasMore: boolean },
): string {
  if (hasMore) return `This page of ${plural} is empty and others follow: continue with nextCursor.`;
  if (cursor !== undefined) return `There are no further ${plural}.`;
  const where = namespace === undefined ? `the cluster ${cluster}` : `the namespace ${namespace} of ${cluster}`;
  const which = labelSelector === undefined ? `no ${plural}` : `no ${plural} with these labels`;
  const hint = namespace === undefined ? '' : ' The answer is the same for a namespace that does not exist.';
  return `The read was allowed, and ${where} has ${which}.${hint}`;
}
