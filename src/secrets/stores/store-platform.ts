/** What the place this process runs in gives it, under names that the place fixes. */
export interface StorePlatform {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ */
  readonly serviceAccountFolder: string;
}

export function realPlatform(env: StorePlatform['env']): StorePlatform {
  return { env, serviceAccountFolder: '/var/run/secrets/kubernetes.io/serviceaccount' };
}
