/** One object by its name, and lists page by page: what the nine operations share. */
import { z } from 'zod';
import type { Answer } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { mapList } from '../../src/connector/map-rows.ts';
import { Fault } from '../../src/core/fault.ts';
import { askCluster, type ClusterApis, type ClusterCall } from './client.ts';
import { configuredCluster, type EksContext } from './context.ts';
import { rowsOf } from '../../src/core/rows.ts';

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

export function readOne<S extends z.ZodType>(
  context: EksContext,
  { schema, args }: { readonly schema: S; readonly args: OneObject },
  read: (apis: ClusterApis, object: Pick<OneObject, 'namespace' | 'name'>) => ReturnType<ClusterCall>,
): Promise<z.infer<S>> {
  const { cluster, namespace, name } = args;
  chooseCluster(context, cluster);
  return askCluster(context, schema, (apis) => read(apis, { namespace, name }));
}

export async function readMany<S extends z.ZodType, Data>(
  context: EksContext,
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
  const cluster = chooseCluster(context, args.cluster);
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
  const answer = await askCluster(context, List, (apis) =>
    namespace === undefined ? everywhere(apis, page) : within(apis, { ...page, namespace }),
  );
  const items = answer.items ?? [];
  const next = answer.metadata.continue ?? '';
  return {
    data: mapList(items, (some) => toData(some, cluster), { list: 'items', noteUnread: context.noteUnread }),
    complete: true,
    ...(items.length === 0 && { because: emptyBecause(plural, args, { cluster, hasMore: next !== '' }) }),
    ...continueAt(about, { from: after, next, hasMore: (answer.metadata.remainingItemCount ?? 0) > 0 }),
  };
}

export function whole<Data>(data: Data): Answer<Data> {
  return { data, complete: true, truncated: false };
}

/** @throws Fault `invalid_arguments` for a cluster that is not the configured one. */
export function chooseCluster(context: EksContext, asked: string | undefined): string {
  const { name } = configuredCluster(context);
  if (asked === undefined || asked === name) return name;
  throw new Fault(
    'invalid_arguments',
    { field: 'cluster' },
    `Ask for the configured cluster, ${name}, or leave it out. The operator sets another in EKS_CLUSTER.`,
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
