/** The only file of this connector that talks to the network. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import { refineFault, symptomOf } from '../../src/connector/symptom.ts';
import { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import { getApplications } from './grants.ts';
import type { manifest } from './manifest.ts';
import { Application, ApplicationsAnswer, CanIAnswer, NamesAnswer, UserInfo, VersionAnswer } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type ArgoContext = ConnectorContext<typeof manifest>;

export interface ApplicationsQuestion {
  readonly project?: string | undefined;
  readonly selector?: string | undefined;
}

export interface ListedApplications {
  readonly applications: readonly Application[];
  /** A list of Kubernetes says so when it is not whole: https://kubernetes.io/docs/reference/using-api/api-concepts/ */
  readonly isCut: boolean;
}

export interface NamedApplication {
  readonly name: string;
  readonly appNamespace?: string | undefined;
  readonly project?: string | undefined;
}

export interface ArgoClient {
  /** All that match and may be seen, as far as a list tells them: the server has no pages. */
  listApplications(question: ApplicationsQuestion): Promise<ListedApplications>;
  countApplications(): Promise<number>;
  getApplication(which: NamedApplication): Promise<Application>;
  /** `permission` as policy.csv spells it, for everything in a project; `*` for all of them. */
  mayDo(permission: string, project: string): Promise<boolean>;
  whoAmI(): Promise<z.infer<typeof UserInfo>>;
  /** Asked without the token. */
  getVersion(): Promise<string>;
}

/**
 * What a server can give of each application in a list. It keeps a list of such fields of its own and leaves out every
 * other, so that conditions, revisions and times of comparison cannot be had this way; without the trimming a list
 * carries every resource, history and operation of every application.
 */
const listed = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels',
  'metadata.creationTimestamp',
  'spec',
  'status.sync.status',
  'status.health',
  'status.summary',
];

const fieldsOf = (names: readonly string[]): string => names.map((name) => `items.${name}`).join(',');

export function openArgo(context: ArgoContext): ArgoClient {
  const http = context.http('ARGOCD_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms });
  const get = async <S extends z.ZodType>(schema: S, path: string, query: FormFields = {}): Promise<z.infer<S>> =>
    (await ask(schema, { method: 'GET', path, query, access: 'read' })).answer;
  return {
    listApplications: async ({ project, selector }) => {
      const query = { projects: project, selector, fields: fieldsOf(listed) };
      const { items, metadata } = await get(ApplicationsAnswer, '/api/v1/applications', query);
      const isCut = Boolean(metadata?.continue) || (metadata?.remainingItemCount ?? 0) > 0;
      return { applications: items ?? [], isCut };
    },
    countApplications: async () =>
      (await get(NamesAnswer, '/api/v1/applications', { fields: fieldsOf(['metadata.name']) })).items?.length ?? 0,
    getApplication: async ({ name, appNamespace, project }) => {
      const path = `/api/v1/applications/${encodeURIComponent(name)}`;
      try {
        return await get(Application, path, { appNamespace, project });
      } catch (error) {
        throw project === undefined ? error : refusedIn(project, error);
      }
    },
    mayDo: async (permission, project) => {
      const path = `/api/v1/account/can-i/${permission.replace(', ', '/')}/${encodeURIComponent(project)}/*`;
      return (await get(CanIAnswer, path)).value === 'yes';
    },
    whoAmI: () => get(UserInfo, '/api/v1/session/userinfo'),
    getVersion: async () => {
      const plain = createAsker(context, { http: context.http('ARGOCD_URL'), symptoms });
      const request = { method: 'GET', path: '/api/version', access: 'read' } as const;
      return (await plain(VersionAnswer, request)).answer.Version;
    },
  };
}

/** If the request names the project, the server checks the permission first, so a refusal is no absence. */
function refusedIn(project: string, error: unknown): unknown {
  if (!(error instanceof Fault) || symptomOf(error)?.id !== 'permission_denied') return error;
  const remedy = `Give the account of the token ${getApplications} for ${project}/* in policy.csv of the ConfigMap argocd-rbac-cm, or leave appNamespace out if Argo CD does not serve that namespace. Do not rotate the token: it is valid.`;
  return refineFault(error, 'permission_missing', { grant: getApplications, layer: 'policy.csv' }, remedy);
}

async function authorize({ secrets }: ArgoContext): Promise<Record<string, string>> {
  const token = await secrets.read('ARGOCD_AUTH_TOKEN');
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}
