/** The operations of `identity.*`. */
import { ask } from '../ask.ts';
import { type GcpDomain, projectOf } from '../context.ts';
import { outcomeOf, readList } from '../paging.ts';
import { lastPart, noneOf, present } from '../wording.ts';

export const identityOperations: GcpDomain<'identity'> = {
  'identity.listServiceAccounts': {
    async run(args, context) {
      const list = await readList({
        operation: 'identity.listServiceAccounts',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'iam.projects.serviceAccounts.list', {
            path: { project: projectOf(context) },
            query: { pageSize: String(args.limit), pageToken },
          });
          return { rows: answer.accounts, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('service accounts', projectOf(context)),
      });
      const serviceAccounts = list.rows.map((one) => ({
        id: one.uniqueId ?? lastPart(one.name),
        email: one.email,
        project: one.projectId ?? projectOf(context),
        isDisabled: one.disabled === true,
        ...present({ displayName: one.displayName, description: one.description }),
      }));
      return { data: { serviceAccounts }, ...outcomeOf(list) };
    },
  },

  'identity.getIamPolicy': {
    async run(_args, context) {
      const project = projectOf(context);
      const policy = await ask(context, 'cloudresourcemanager.projects.getIamPolicy', {
        path: { project },
        // Below version 3 the vendor leaves conditions out, and a conditional grant looks like an unconditional one.
        json: { options: { requestedPolicyVersion: 3 } },
      });
      const bindings = policy.bindings.map(({ role, members, condition }) => ({
        role,
        members,
        ...present({
          condition:
            condition?.expression === undefined
              ? undefined
              : {
                  expression: condition.expression,
                  ...present({ title: condition.title, description: condition.description }),
                },
        }),
      }));
      const auditLogging = policy.auditConfigs.map(({ service, auditLogConfigs }) => ({
        service,
        accesses: auditLogConfigs.map(({ logType, exemptedMembers }) => ({
          kind: logType ?? 'LOG_TYPE_UNSPECIFIED',
          exemptedMembers,
        })),
      }));
      return {
        data: { project, bindings, auditLogging },
        complete: true,
        because:
          'These are the grants on the project itself; those of its folders and organization hold too and are not among them.',
        truncated: false,
      };
    },
  },
};
