import { serviceAccountFolder } from '../../cloud/kubernetes/service-account.ts';

/** What the place this process runs in gives it, under names that the place fixes. */
export interface StorePlatform {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly serviceAccountFolder: string;
}

export function realPlatform(env: StorePlatform['env']): StorePlatform {
  return { env, serviceAccountFolder };
}
