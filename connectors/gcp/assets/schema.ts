/** Asset inventory. */
import { z } from 'zod';
import { labels, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const SearchedResource = z.object({
  name: z.string(),
  assetType: z.string(),
  displayName: text,
  description: text,
  state: text,
  location: text,
  project: text,
  folders: texts,
  organization: text,
  parentFullResourceName: text,
  parentAssetType: text,
  networkTags: texts,
  kmsKeys: texts,
  createTime: text,
  updateTime: text,
  labels,
});
export type SearchedResource = z.infer<typeof SearchedResource>;

/** `resource.data` holds the whole resource, secrets in it too, and is not among the fields read. */
export const Asset = z.object({
  name: z.string(),
  assetType: z.string(),
  ancestors: texts,
  updateTime: text,
  resource: z.object({ location: text, parent: text }).optional(),
});
export type Asset = z.infer<typeof Asset>;

export const assetsAnswers = {
  'cloudasset.searchAllResources': z.object({ results: rowsOf(SearchedResource).default([]), nextPageToken: text }),
  'cloudasset.assets.list': z.object({ assets: rowsOf(Asset).default([]), nextPageToken: text }),
};
