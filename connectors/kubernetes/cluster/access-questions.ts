/** What a cluster is asked about the Agent's own rights: everything the cluster role grants, and a few things it must not. */
import { clusterRules } from './cluster-role.ts';

/** One question of a `SelfSubjectAccessReview`. */
export interface AccessQuestion {
  /** As `kubectl auth can-i` spells it. */
  readonly grant: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly verb: string;
}

type Rule = (typeof clusterRules)[number];
type ResourceOf<R> = R extends {
  readonly apiGroups: readonly [infer Group extends string];
  readonly resources: readonly (infer Resource extends string)[];
  readonly verbs: readonly (infer Verb extends string)[];
}
  ? Group extends ''
    ? `${Verb} ${Resource}`
    : `${Verb} ${Resource}.${Group}`
  : never;

/** A verb and a resource of the cluster role: `list pods`, `get deployments.apps`. */
export type ClusterGrant = ResourceOf<Rule>;

export const wanted: readonly (AccessQuestion & { readonly grant: ClusterGrant })[] = clusterRules.flatMap(
  ({ apiGroups: [group], resources, verbs }) =>
    resources.flatMap((resource) =>
      verbs.map((verb) => ({
        // The parts are those the type is made of.
        grant: `${verb} ${resource}${group === '' ? '' : `.${group}`}` as ClusterGrant,
        group,
        resource,
        verb,
      })),
    ),
);

/** Rights that show that a wider role than ours is bound, worst last. */
export const unwanted = [
  {
    grant: 'list secrets',
    group: '',
    resource: 'secrets',
    verb: 'list',
    because: 'Reads every password and key in the cluster; no operation reads secrets.',
  },
  {
    grant: 'create pods/exec',
    group: '',
    resource: 'pods',
    subresource: 'exec',
    verb: 'create',
    because: 'Runs commands inside containers; no operation changes anything.',
  },
  {
    grant: '* *.*',
    group: '*',
    resource: '*',
    verb: '*',
    because: 'Is the administrator of the cluster; no operation needs more than the cluster role.',
  },
] as const satisfies readonly (AccessQuestion & { readonly because: string })[];
