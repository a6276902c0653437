/** Why a kubeconfig is not used, and what to use instead. */
import { z } from 'zod';
import { Fault } from '../../src/core/fault.ts';

const instead =
  'Use the token of a service account that has the cluster role: `farol policy print kubernetes-service-account | kubectl apply -f -` makes one, and the guide of this connector says how to use its token.';

function refused(remedy: string): Fault {
  return new Fault('credential_rejected', { kind: 'kubeconfig', reason: 'malformed' }, remedy);
}

/** `problem` follows the variable, and repeats no value. */
export function malformed(problem: string): Fault {
  return refused(
    `KUBERNETES_KUBECONFIG ${problem}. Correct it, or write another one with \`kubectl config view --minify --flatten --context <context>\`.`,
  );
}

const Fields = z.record(z.string(), z.unknown());
const Exec = z.looseObject({ command: z.string() });
const Provider = z.looseObject({ name: z.string() });

/** What is there and not null. */
function fieldsOf(entry: unknown): ReadonlyMap<string, unknown> {
  const parsed = Fields.safeParse(entry);
  return new Map(parsed.success ? Object.entries(parsed.data).filter(([, value]) => value !== null) : []);
}

/** The name of a program, without its folder and only if it is an ordinary one. */
function shownName(name: string | undefined): string {
  const base = name?.split(/[\\/]/u).at(-1) ?? '';
  return /^[\w.-]{1,64}$/u.test(base) ? base : 'one without an ordinary name';
}

/** @throws Fault for what a cluster entry says and an Agent does not do. */
export function refuseCluster(entry: unknown): void {
  const fields = fieldsOf(entry);
  if (fields.has('insecure-skip-tls-verify') && fields.get('insecure-skip-tls-verify') !== false) {
    throw refused(
      'KUBERNETES_KUBECONFIG has cluster.insecure-skip-tls-verify, which is refused: anybody on the way could read the token and answer. Put the authority of the API server into certificate-authority-data, and the name in its certificate into tls-server-name if the address has another.',
    );
  }
  if (fields.has('proxy-url')) {
    throw refused(
      'KUBERNETES_KUBECONFIG has cluster.proxy-url, which is not read: the way out of an Agent is set once, in HTTPS_PROXY and NO_PROXY. Set these, and take proxy-url out.',
    );
  }
}

/** @throws Fault for a credential that an Agent does not use. */
export function refuseUser(entry: unknown): void {
  const fields = fieldsOf(entry);
  if (fields.has('exec')) {
    const plugin = shownName(Exec.safeParse(fields.get('exec')).data?.command);
    throw refused(
      `KUBERNETES_KUBECONFIG has user.exec (the plug-in ${plugin}), which is refused: an Agent runs no program of others. ${instead}`,
    );
  }
  if (fields.has('auth-provider')) {
    const provider = shownName(Provider.safeParse(fields.get('auth-provider')).data?.name);
    throw refused(
      `KUBERNETES_KUBECONFIG has user.auth-provider (${provider}), which is refused: kubectl has removed it, and it signs in as a person. ${instead}`,
    );
  }
  if (fields.has('username') || fields.has('password')) {
    throw refused(
      `KUBERNETES_KUBECONFIG has user.username or user.password, which is refused: no cluster has accepted passwords since version 1.19. ${instead}`,
    );
  }
  if ([...fields.keys()].some((name) => /^as(?:-|$)/u.test(name))) {
    throw refused(
      `KUBERNETES_KUBECONFIG has user.as or another field of impersonation, which is refused: the right to act as others is more than the cluster role. ${instead}`,
    );
  }
}
