/**
 * The inventory of everything that exists in a project. What a resource is configured with is not returned: the
 * inventory holds whole resources, and some of them carry secrets.
 */
import { z } from 'zod';
import { Cursor, limitUpTo, Tags, Time } from './common.ts';
import { defineOperation } from './operation.ts';

const AssetTypes = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^[a-z0-9.-]+\/[A-Za-z0-9]+$/u, 'must be a type such as compute.googleapis.com/Instance'),
  )
  .min(1)
  .max(50)
  .describe('Types to tell; all of them when left out');

export const assetsSearch = defineOperation({
  name: 'assets.search',
  access: 'read',
  summary: 'Resources whose name, place, labels or other indexed fields match.',
  arguments: () =>
    z.strictObject({
      query: z
        .string()
        .trim()
        .min(1)
        .max(2000)
        .optional()
        .describe('Words, or field:value such as location:europe-west1; everything when left out'),
      assetTypes: AssetTypes.optional(),
      limit: limitUpTo(500),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      resources: z.array(
        z.strictObject({
          name: z.string(),
          type: z.string(),
          displayName: z.string().optional(),
          description: z.string().optional(),
          state: z.string().optional().describe('In the words of the system that answers'),
          location: z.string().optional().describe('Zone, region, group of regions or global'),
          project: z.string().optional(),
          folders: z.array(z.string()),
          organization: z.string().optional(),
          parentName: z.string().optional(),
          parentType: z.string().optional(),
          networkTags: z.array(z.string()),
          encryptionKeyIds: z.array(z.string()),
          createdAt: Time.optional(),
          updatedAt: Time.optional(),
          tags: Tags,
        }),
      ),
    }),
});

export const assetsList = defineOperation({
  name: 'assets.list',
  access: 'read',
  summary: 'Every resource of the given types, as of now.',
  arguments: () =>
    z.strictObject({
      assetTypes: AssetTypes.optional(),
      contentType: z
        .enum(['none', 'resource'])
        .default('resource')
        .describe('resource: with place and parent; none: names only'),
      limit: limitUpTo(1000),
      cursor: Cursor.optional(),
    }),
  result: () =>
    z.strictObject({
      assets: z.array(
        z.strictObject({
          name: z.string(),
          type: z.string(),
          location: z.string().optional(),
          parent: z.string().optional(),
          ancestors: z.array(z.string()).describe('Project, folders and organization, nearest first'),
          updatedAt: Time.optional(),
        }),
      ),
    }),
});

export const assetsOperations = [assetsList, assetsSearch] as const;
