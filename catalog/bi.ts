/** Dashboards of a business intelligence system, and where their numbers come from. No data is read through them. */
import { z } from 'zod';
import { Cursor, Identifier, limitUpTo, Region, RegionRead, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const DashboardId = z.string().regex(/^[\w-]{1,512}$/u, 'must be 1 to 512 letters, digits, underscores and hyphens');

/** Every list of the vendor takes up to 100 entries a page (QuickSight, MaxResults). */
const page = { region: Region.optional(), limit: limitUpTo(100), cursor: Cursor.optional() };

const Asset = z.strictObject({
  id: z.string(),
  identifier: z.string().optional().describe('Full identifier, with account and region'),
  name: z.string().optional(),
  createdAt: Time.optional(),
  updatedAt: Time.optional(),
});

const Dashboard = Asset.extend({ publishedVersion: z.int().optional(), publishedAt: Time.optional() });

const Problem = z.strictObject({ kind: z.string().optional(), message: z.string().optional() });

const Column = z.strictObject({ name: z.string(), type: z.string().optional(), description: z.string().optional() });

export const biListDashboards = defineOperation({
  name: 'bi.listDashboards',
  access: 'read',
  ofRegions: 'dashboards',
  summary: 'Dashboards with their published versions.',
  arguments: () => z.strictObject(page),
  result: () => z.strictObject({ region: RegionRead, dashboards: z.array(Dashboard) }),
});

export const biSearchDashboards = defineOperation({
  name: 'bi.searchDashboards',
  access: 'read',
  ofRegions: 'dashboards',
  summary: 'Dashboards by name, or by who owns or may see them.',
  arguments: () =>
    z.strictObject({
      ...page,
      filter: z.discriminatedUnion('by', [
        z.strictObject({
          by: z.literal('name'),
          match: z.enum(['equals', 'contains']).default('contains'),
          value: Identifier,
        }),
        z.strictObject({
          by: z.enum(['owner', 'viewer_or_owner']),
          principal: z
            .string()
            .max(2048)
            .regex(/^arn:[\w-]+:quicksight:[\w-]+:\d{12}:(?:user|group)\/\P{C}+$/u, 'must identify a user or a group'),
        }),
      ]),
    }),
  result: () => z.strictObject({ region: RegionRead, dashboards: z.array(Dashboard) }),
});

export const biGetDashboard = defineOperation({
  name: 'bi.getDashboard',
  access: 'read',
  summary: 'One dashboard with its sheets, the datasets it reads and what is wrong with it.',
  arguments: () =>
    z.strictObject({
      region: Region.optional(),
      id: DashboardId,
      version: z.int().min(1).optional().describe('The published version if absent'),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      dashboard: Dashboard.extend({
        version: z.int().optional(),
        versionCreatedAt: Time.optional(),
        versionDescription: z.string().optional(),
        status: z.string().optional(),
        problems: z.array(Problem),
        datasetIdentifiers: z.array(z.string()),
        sourceIdentifier: z.string().optional().describe('Analysis or template it was made from'),
        sheets: z.array(z.strictObject({ id: z.string().optional(), name: z.string().optional() })),
      }),
    }),
});

const Dataset = Asset.extend({
  importMode: z.string().optional().describe('Whether rows are copied in or asked for at each view'),
  hasRowRules: z.boolean().describe('True when viewers see only some rows'),
  hasColumnRules: z.boolean().describe('True when viewers see only some columns'),
});

export const biListDatasets = defineOperation({
  name: 'bi.listDatasets',
  access: 'read',
  ofRegions: 'datasets',
  summary: 'Datasets that dashboards read.',
  arguments: () => z.strictObject(page),
  result: () => z.strictObject({ region: RegionRead, datasets: z.array(Dataset) }),
});

export const biGetDataset = defineOperation({
  name: 'bi.getDataset',
  access: 'read',
  summary: 'One dataset with its columns, and the tables, files and queries it is made of.',
  arguments: () => z.strictObject({ region: Region.optional(), id: Identifier }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      dataset: Dataset.extend({
        copiedBytes: z.int().optional().describe('Space that copied rows take'),
        columns: z.array(Column),
        tables: z.array(
          z.strictObject({
            kind: z.enum(['table', 'query', 'file', 'application', 'other']),
            name: z.string().optional(),
            dataSourceIdentifier: z.string().optional(),
            catalog: z.string().optional(),
            schema: z.string().optional(),
            sql: z.string().optional().describe('Text of a query'),
            columns: z.array(Column),
          }),
        ),
      }),
    }),
});

export const biListDataSources = defineOperation({
  name: 'bi.listDataSources',
  access: 'read',
  ofRegions: 'dataSources',
  summary: 'Systems that datasets are read from, with the state of each connection.',
  arguments: () => z.strictObject(page),
  result: () =>
    z.strictObject({
      region: RegionRead,
      dataSources: z.array(
        Asset.extend({
          kind: z.string().optional(),
          status: z.string().optional(),
          problem: Problem.optional(),
          host: z.string().optional(),
          port: z.int().optional(),
          database: z.string().optional(),
          isPrivate: z.boolean().optional().describe('True when it is reached through a private network'),
          isEncrypted: z.boolean().optional().describe('False when TLS to it is switched off'),
        }),
      ),
    }),
});

export const biListAnalyses = defineOperation({
  name: 'bi.listAnalyses',
  access: 'read',
  ofRegions: 'analyses',
  summary: 'Analyses, which dashboards are published from.',
  arguments: () => z.strictObject(page),
  result: () =>
    z.strictObject({
      region: RegionRead,
      analyses: z.array(Asset.extend({ status: z.string().optional() })),
    }),
});

export const biListIngestions = defineOperation({
  name: 'bi.listIngestions',
  access: 'read',
  ofRegions: 'ingestions',
  summary: 'Refreshes of a dataset with state, rows and what went wrong.',
  arguments: () => z.strictObject({ ...page, datasetId: Identifier }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      ingestions: z.array(
        z.strictObject({
          id: z.string(),
          status: z.string(),
          problem: Problem.optional(),
          trigger: z.string().optional().describe('Whether a person or a schedule asked for it'),
          kind: z.string().optional(),
          createdAt: Time,
          durationSec: z.int().optional(),
          sizeBytes: z.int().optional(),
          rowsIngested: z.int().optional(),
          rowsDropped: z.int().optional(),
          rowsTotal: z.int().optional(),
        }),
      ),
    }),
});

export const biListUsers = defineOperation({
  name: 'bi.listUsers',
  access: 'read',
  ofRegions: 'users',
  summary: 'People with access, with role and whether they have signed in.',
  arguments: () =>
    z.strictObject({
      ...page,
      namespace: z
        .string()
        .regex(/^[\w.-]{1,64}$/u, 'must be 1 to 64 letters, digits, dots, underscores and hyphens')
        .default('default'),
    }),
  result: () =>
    z.strictObject({
      region: RegionRead,
      users: z.array(
        z.strictObject({
          name: z.string(),
          identifier: z.string().optional(),
          email: z.string().optional(),
          role: z.string().optional(),
          identityKind: z.string().optional(),
          isActive: z.boolean().optional().describe('False for an invitation that was not taken up'),
          customPermissions: z.string().optional(),
        }),
      ),
    }),
});

export const biOperations = [
  biGetDashboard,
  biGetDataset,
  biListAnalyses,
  biListDashboards,
  biListDataSources,
  biListDatasets,
  biListIngestions,
  biListUsers,
  biSearchDashboards,
] as const;
