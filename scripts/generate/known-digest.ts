import { digestCatalog } from '../../catalog/digest.ts';
import { catalog } from '../../catalog/index.ts';
import type { Page } from './page.ts';

export const digestFile = 'catalog/known-digest.ts';

export function render(): Page[] {
  const digest = digestCatalog(catalog);
  return [
    {
      path: digestFile,
      text: `/** Of the present catalog; written by \`npm run generate\`. */\nexport const knownDigest = '${digest}';\n`,
    },
  ];
}
