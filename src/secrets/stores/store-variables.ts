/** The settings of the secret store. The reference page is made from this list. */
import type { StoreScheme } from '../secret-reference.ts';

export const storeVariables = {
  RUNNER_SECRET_STORE_MODE:
    'Optional. The store that references use: aws (aws://name#key, Secrets Manager), gcp (gcp://name#key, Secret Manager), vault (vault://path#key, KV) or k8s (k8s://namespace/name#key). One store for each Agent.',
  RUNNER_SECRET_STORE_PREFIX:
    'Where the secrets of this Agent are; any other reference is refused before a request is sent. aws and vault: farol means names below farol/. gcp: farol means names that begin with farol-. k8s: the namespace.',
  RUNNER_SECRET_STORE_CRED_MODE:
    'Credential of the store: a dedicated one, not one that reads sources. static: the keys or the token below. chain: the credential that the platform gives the workload (aws: web identity, container role, instance role; gcp: bound service account; vault and k8s: service account of the pod).',
  RUNNER_SECRET_STORE_URL:
    'Address of the store. vault: required. k8s: required with static. aws and gcp: optional, for a private endpoint. https, except on this machine.',
  RUNNER_SECRET_STORE_AWS_REGION: 'aws: region of the secrets.',
  RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: 'aws with static: access key that holds the policy of the prefix. As secret.',
  RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: 'aws with static: secret of that access key. As secret.',
  RUNNER_SECRET_STORE_AWS_SESSION_TOKEN: 'aws with static: only with a temporary access key. As secret.',
  RUNNER_SECRET_STORE_AWS_ROLE_ARN:
    'Optional. aws with chain and a web identity: the role that reads secrets; it must differ from AWS_ROLE_ARN.',
  RUNNER_SECRET_STORE_GCP_PROJECT: 'gcp: id of the project that has the secrets.',
  RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY: 'gcp with static: key file of a service account. As secret.',
  RUNNER_SECRET_STORE_TOKEN:
    'vault and k8s with static: the token. As secret; in a file it is read again whenever it changes.',
  RUNNER_SECRET_STORE_VAULT_MOUNT: 'vault: path of the KV engine. Default: secret.',
  RUNNER_SECRET_STORE_VAULT_KV: 'vault: version of the KV engine, 1 or 2. Default: 2.',
  RUNNER_SECRET_STORE_VAULT_NAMESPACE: 'Optional. vault: namespace of the engine and of the sign-in.',
  RUNNER_SECRET_STORE_VAULT_ROLE: 'vault with chain: role of the Kubernetes sign-in.',
  RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT: 'vault with chain: path of the Kubernetes sign-in. Default: kubernetes.',
} as const;

export type StoreVariable = keyof typeof storeVariables;

/** Given as value, `<NAME>_FILE` or file:// reference, and never from the store that they open. */
export const storeSecretVariables = [
  'RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID',
  'RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY',
  'RUNNER_SECRET_STORE_AWS_SESSION_TOKEN',
  'RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY',
  'RUNNER_SECRET_STORE_TOKEN',
] as const satisfies readonly StoreVariable[];

/** Modes a variable is for; what is not listed is for all. A variable of another mode would have no effect. */
export const modesOfVariable: Readonly<Partial<Record<StoreVariable, readonly StoreScheme[]>>> = {
  RUNNER_SECRET_STORE_AWS_REGION: ['aws'],
  RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: ['aws'],
  RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: ['aws'],
  RUNNER_SECRET_STORE_AWS_SESSION_TOKEN: ['aws'],
  RUNNER_SECRET_STORE_AWS_ROLE_ARN: ['aws'],
  RUNNER_SECRET_STORE_GCP_PROJECT: ['gcp'],
  RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY: ['gcp'],
  RUNNER_SECRET_STORE_TOKEN: ['vault', 'k8s'],
  RUNNER_SECRET_STORE_VAULT_MOUNT: ['vault'],
  RUNNER_SECRET_STORE_VAULT_KV: ['vault'],
  RUNNER_SECRET_STORE_VAULT_NAMESPACE: ['vault'],
  RUNNER_SECRET_STORE_VAULT_ROLE: ['vault'],
  RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT: ['vault'],
};
