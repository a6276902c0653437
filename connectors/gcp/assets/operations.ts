/** The operations of `assets.*`. */
import { ask } from '../ask.ts';
import { type GcpDomain, projectOf } from '../context.ts';
import { outcomeOf, readList } from '../paging.ts';
import { noneOf, present, timeOf } from '../wording.ts';

export const assetsOperations: GcpDomain<'assets'> = {
  'assets.search': {
    async run(args, context) {
      const list = await readList({
        operation: 'assets.search',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'cloudasset.searchAllResources', {
            path: { project: projectOf(context) },
            query: { query: args.query, assetTypes: args.assetTypes, pageSize: String(args.limit), pageToken },
          });
          return { rows: answer.results, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('resources', projectOf(context), args.query !== undefined || args.assetTypes !== undefined),
      });
      const resources = list.rows.map((one) => ({
        name: one.name,
        type: one.assetType,
        folders: one.folders,
        networkTags: one.networkTags,
        encryptionKeyIds: one.kmsKeys,
        tags: one.labels,
        ...present({
          displayName: one.displayName,
          description: one.description,
          state: one.state,
          location: one.location,
          project: one.project,
          organization: one.organization,
          parentName: one.parentFullResourceName,
          parentType: one.parentAssetType,
          createdAt: timeOf(one.createTime),
          updatedAt: timeOf(one.updateTime),
        }),
      }));
      return { data: { resources }, ...outcomeOf(list) };
    },
  },

  'assets.list': {
    async run(args, context) {
      const list = await readList({
        operation: 'assets.list',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'cloudasset.assets.list', {
            path: { project: projectOf(context) },
            query: {
              assetTypes: args.assetTypes,
              contentType: args.contentType === 'resource' ? 'RESOURCE' : undefined,
              pageSize: String(args.limit),
              pageToken,
            },
          });
          return { rows: answer.assets, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf('resources', projectOf(context), args.assetTypes !== undefined),
      });
      const assets = list.rows.map((one) => ({
        name: one.name,
        type: one.assetType,
        ancestors: one.ancestors,
        ...present({
          location: one.resource?.location,
          parent: one.resource?.parent,
          updatedAt: timeOf(one.updateTime),
        }),
      }));
      return { data: { assets }, ...outcomeOf(list) };
    },
  },
};
