/** Every tool, in the order of the list. */
import type { Tool } from './tool.ts';
import { captureDiff } from './capture-diff.ts';
import { capturesSearch } from './captures-search.ts';
import { catalogDescribe } from './catalog-describe.ts';
import { catalogRead } from './catalog-read.ts';
import { catalogSearch } from './catalog-search.ts';
import { health } from './health.ts';

export const tools: readonly Tool[] = [
  catalogSearch,
  catalogDescribe,
  catalogRead,
  health,
  capturesSearch,
  captureDiff,
];
