/** Who asks, as the cluster knows it: read from the credential, and nothing is sent. */
import { clusterRoleName } from './cluster/cluster-role.ts';
import type { KubernetesContext } from './context.ts';
import { factsOf } from './credential.ts';
import { findCluster } from './find-cluster.ts';

/** Adds who must be granted the cluster role, and the command, where the credential says it. */
export async function nameIdentity(context: KubernetesContext, remedy: string): Promise<string> {
  const user = factsOf((await findCluster(context)).credential)?.user;
  if (user === undefined) return remedy;
  return `${remedy} The identity is ${user}. Run: ${bindingCommand(user)}`;
}

export function bindingCommand(user: string): string {
  const account = /^system:serviceaccount:([^:]+:[^:]+)$/u.exec(user)?.[1];
  const subject = account === undefined ? `--user=${user}` : `--serviceaccount=${account}`;
  return `kubectl create clusterrolebinding farol-read-agent --clusterrole=${clusterRoleName} ${subject}`;
}
