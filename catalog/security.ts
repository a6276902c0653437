/** Weak points: keys that are old or unused, vulnerable dependencies, findings of scanners. Never a key itself. */
import { z } from 'zod';
import { Repository } from './code-names.ts';
import { Cursor, limitUpTo, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';
import { Window } from './window.ts';

export const securityAuditAccessKeys = defineOperation({
  name: 'security.auditAccessKeys',
  access: 'read',
  summary: 'Long-lived access keys of users and service accounts, with age, state and last use.',
  arguments: () =>
    z.strictObject({
      olderThanDays: z.int().min(0).max(3650).optional().describe('Only keys made longer ago than this'),
      limit: limitUpTo(1000).describe('Most users or service accounts to look at'),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      keys: z.array(
        z.strictObject({
          id: z.string().describe('Identifier of the key, which opens nothing'),
          owner: z.string().describe('User or service account'),
          state: z.enum(['active', 'inactive', 'expired', 'unknown']),
          stateReason: z.string().optional(),
          isManagedByProvider: z.boolean().describe('True for a key that the provider makes and rotates by itself'),
          createdAt: Time.optional(),
          expiresAt: Time.optional(),
          use: z.enum(['used', 'never', 'not_told']).describe('not_told: the provider does not record it here'),
          lastUsedAt: Time.optional(),
          lastUsedService: z.string().optional(),
          lastUsedRegion: z.string().optional(),
        }),
      ),
      owners: z.int().describe('Number of users or service accounts that were looked at'),
    }),
});

export const securityListApiKeys = defineOperation({
  name: 'security.listApiKeys',
  access: 'read',
  summary: 'Keys of the programming interface with name, age, last use and maker.',
  arguments: () => z.strictObject({ limit: limitUpTo(100), cursor: Cursor.optional() }),
  result: () =>
    z.strictObject({
      keys: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string().optional(),
          lastFour: z
            .string()
            .max(4)
            .optional()
            .describe('Last four characters, which tell keys apart and open nothing'),
          category: z.string().optional(),
          createdAt: Time.optional(),
          modifiedAt: Time.optional(),
          lastUsedAt: Time.optional(),
          createdBy: z.string().optional(),
          isRemoteConfigEnabled: z.boolean().optional(),
        }),
      ),
    }),
});

const Severity = z.enum(['low', 'medium', 'high', 'critical']);
const AlertState = z.enum(['open', 'fixed', 'dismissed', 'auto_dismissed']);

export const securityListDependabotAlerts = defineOperation({
  name: 'security.listDependabotAlerts',
  access: 'read',
  summary: 'Dependencies of a repository with known vulnerabilities, as Dependabot found them.',
  arguments: () =>
    z.strictObject({
      repo: Repository,
      states: z.array(AlertState).min(1).max(AlertState.options.length).optional(),
      severities: z.array(Severity).min(1).max(Severity.options.length).optional(),
      limit: limitUpTo(100),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      alerts: z.array(
        z.strictObject({
          number: z.int(),
          state: z.string(),
          severity: z.string(),
          ecosystem: z.string(),
          package: z.string(),
          manifestPath: z.string().optional(),
          scope: z.string().optional().describe('development or runtime'),
          relationship: z.string().optional().describe('direct or transitive'),
          vulnerableVersions: z.string(),
          fixedInVersion: z.string().optional().describe('Absent while there is no fix'),
          advisory: z.strictObject({
            id: z.string(),
            cveId: z.string().optional(),
            summary: z.string(),
            cvssScore: z.number().optional(),
            cvssVector: z.string().optional(),
            exploitProbability: z.number().min(0).max(1).optional().describe('EPSS, for the next 30 days'),
            cweIds: z.array(z.string()),
            publishedAt: Time.optional(),
          }),
          url: z.string(),
          createdAt: Time,
          updatedAt: Time.optional(),
          fixedAt: Time.optional(),
          dismissedAt: Time.optional(),
          dismissedBy: z.string().optional(),
          dismissedReason: z.string().optional(),
          dismissedComment: z.string().optional(),
          assignees: z.array(z.string()),
        }),
      ),
    }),
});

export const securityListFindings = defineOperation({
  name: 'security.listFindings',
  access: 'read',
  summary: 'Findings of the security scanners of a cloud: threats, vulnerabilities and misconfigurations.',
  arguments: () =>
    z.strictObject({
      filter: z
        .string()
        .trim()
        .min(1)
        .max(5000)
        .optional()
        .describe('In the filter language of the system, such as state="ACTIVE" AND severity="HIGH"'),
      window: Window.optional().describe('Only findings whose event is in it'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      findings: z.array(
        z.strictObject({
          id: z.string(),
          category: z.string(),
          class: z.string().optional(),
          severity: z.string().optional(),
          state: z.string(),
          isMuted: z.boolean(),
          description: z.string().optional(),
          nextSteps: z.string().optional(),
          resource: z.string().describe('Full name of what it is about'),
          resourceName: z.string().optional(),
          resourceType: z.string().optional(),
          project: z.string().optional(),
          detectedBy: z.string().optional(),
          eventAt: Time.optional(),
          createdAt: Time.optional(),
          url: z.string().optional(),
          cveId: z.string().optional(),
          cvssScore: z.number().optional(),
          attackTactic: z.string().optional(),
          attackTechniques: z.array(z.string()),
          attackExposureScore: z.number().optional(),
          principal: z.string().optional().describe('Who acted, for a finding about an access'),
          callerAddress: z.string().optional(),
          method: z.string().optional(),
          compliance: z.array(
            z.strictObject({ standard: z.string(), version: z.string().optional(), ids: z.array(z.string()) }),
          ),
          marks: Tags.describe('Marks that people set'),
        }),
      ),
    }),
});

export const securityOperations = [
  securityAuditAccessKeys,
  securityListApiKeys,
  securityListDependabotAlerts,
  securityListFindings,
] as const;
