/** Who the credential is, which accounts there are and who may do what; keys and their use: `security.ts`. */
import { z } from 'zod';
import { Cursor, limitUpTo, State, Time } from './common.ts';
import { defineOperation } from './operation.ts';

export const identityWhoAmI = defineOperation({
  name: 'identity.whoAmI',
  access: 'read',
  summary: 'Account and principal of the credential in use; says nothing about what it may do.',
  arguments: () => z.strictObject({}),
  result: () =>
    z.strictObject({
      accountId: z.string(),
      principal: z.string().describe('Full name of the user or role session'),
      principalId: z.string(),
    }),
});

export const identityListAccounts = defineOperation({
  name: 'identity.listAccounts',
  access: 'read',
  summary: 'Accounts of the organization with their state, and the organization itself.',
  arguments: () => z.strictObject({ limit: limitUpTo(20), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      organization: z
        .strictObject({
          id: z.string(),
          managementAccountId: z.string().optional(),
          featureSet: z.string().optional(),
        })
        .optional()
        .describe('Absent when only the accounts could be read'),
      accounts: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          state: State,
          joinedAt: Time.optional(),
          joinedBy: z.string().optional().describe('Whether it was invited or created'),
          paths: z.array(z.string()).describe('Where it stands in the organization, where told'),
        }),
      ),
    }),
});

export const identityListServiceAccounts = defineOperation({
  name: 'identity.listServiceAccounts',
  access: 'read',
  summary: 'Service accounts of the project and whether each is disabled.',
  arguments: () => z.strictObject({ limit: limitUpTo(100), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      serviceAccounts: z.array(
        z.strictObject({
          id: z.string(),
          email: z.string(),
          displayName: z.string().optional(),
          description: z.string().optional(),
          project: z.string(),
          isDisabled: z.boolean(),
        }),
      ),
    }),
});

export const identityGetIamPolicy = defineOperation({
  name: 'identity.getIamPolicy',
  access: 'read',
  summary: 'Who holds which role on the project, under which condition, and which accesses are logged.',
  arguments: () => z.strictObject({}),
  result: () =>
    z.strictObject({
      project: z.string(),
      bindings: z.array(
        z.strictObject({
          role: z.string(),
          members: z.array(z.string()).describe('As <kind>:<name>'),
          condition: z
            .strictObject({
              title: z.string().optional(),
              description: z.string().optional(),
              expression: z.string(),
            })
            .optional(),
        }),
      ),
      auditLogging: z.array(
        z.strictObject({
          service: z.string(),
          accesses: z.array(z.strictObject({ kind: z.string(), exemptedMembers: z.array(z.string()) })),
        }),
      ),
    }),
});

export const identityOperations = [
  identityGetIamPolicy,
  identityListAccounts,
  identityListServiceAccounts,
  identityWhoAmI,
] as const;
