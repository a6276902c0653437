/** Every tool, in the order of the list. */
import type { Tool } from './tool.ts';
import { captureDiff } from './tools/capture-diff.ts';
import { capturesSearch } from './tools/captures-search.ts';
import { catalogDescribe } from './tools/catalog-describe.ts';
import { catalogRead } from './tools/catalog-read.ts';
import { catalogSearch } from './tools/catalog-search.ts';
import { health } from './tools/health.ts';

export const tools: readonly Tool[] = [
  catalogSearch,
  catalogDescribe,
  catalogRead,
  health,
  capturesSearch,
  captureDiff,
];
