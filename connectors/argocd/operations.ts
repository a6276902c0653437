/** Applications and their history. The server has no pages, so a page is cut out of the whole list, sorted by name. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor } from '../../src/connector/cursor.ts';
import { openArgo } from './client.ts';
import type { manifest } from './manifest.ts';
import { redactionFor } from './redaction.ts';
import type { Application } from './schema.ts';
import { toApplication, toDeployment, toDetailedApplication, toLastOperation, toResource } from './to-answer.ts';
import { configuredProjects, judgeList } from './visibility.ts';

/** What Argo CD keeps when an application does not say. */
const usualHistory = 10;

export const operations = {
  'gitops.listApplications': {
    async run({ project, selector, limit, cursor }, context) {
      const about = ['gitops.listApplications', project, selector];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const client = openArgo(context);
      const { applications, isCut } = await client.listApplications({ project, selector });
      const following = applications
        .map((application) => ({ application, key: keyOf(application) }))
        .filter(({ key }) => from === undefined || key > from)
        .toSorted((a, b) => (a.key < b.key ? -1 : 1));
      const page = following.slice(0, limit);
      const next = following.length > limit ? page.at(-1)?.key : undefined;
      const data = { applications: page.map(({ application }) => toApplication(application)) };
      const isEmpty = applications.length === 0;
      const judged = await judgeList(client, { project, selector, isEmpty }, configuredProjects(context));
      if (isEmpty) return { data, ...judged, truncated: isCut };
      const because = 'The account may get applications; the previous page was the last.';
      return {
        data,
        ...(page.length === 0 && { because }),
        ...judged,
        ...continueAt(about, { from, next, hasMore: isCut }),
      };
    },
  },

  'gitops.getApplication': {
    async run({ limit, ...which }, context) {
      const application = await openArgo(context).getApplication(which);
      const { operationState, resources } = application.status ?? {};
      const told = resources ?? [];
      const results = operationState?.syncResult?.resources ?? [];
      const clean = redactionFor(application);
      return {
        data: {
          application: toDetailedApplication(application),
          ...(operationState && { lastOperation: toLastOperation(operationState, application, limit) }),
          resourceCount: told.length,
          resources: told.slice(0, limit).map((resource) => toResource(resource, clean)),
        },
        complete: true,
        ...(told.length === 0 && { because: 'The application has no resources, or was never compared.' }),
        truncated: told.length > limit || results.length > limit,
      };
    },
  },

  'gitops.getSyncHistory': {
    async run({ limit, ...which }, context) {
      const { spec, status } = await openArgo(context).getApplication(which);
      const kept = spec.revisionHistoryLimit ?? usualHistory;
      // Appended to by the server: the last is the newest.
      const history = (status?.history ?? []).map(toDeployment).toSorted((a, b) => b.id - a.id);
      const none = kept === 0 ? 'the application stores no history (revisionHistoryLimit 0)' : 'it was never deployed';
      return {
        data: { kept, history: history.slice(0, limit) },
        complete: true,
        ...(history.length === 0 && { because: `The account may get the application, but ${none}.` }),
        truncated: history.length > limit,
      };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

/** Names are unique in their namespace, and have no slash. */
function keyOf({ metadata }: Application): string {
  return `${metadata.name}/${metadata.namespace ?? ''}`;
}
