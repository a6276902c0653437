/** docs/pages.md: each page with what it answers first, and a picture of it in two versions. */
import { describePage, listedAddresses } from './pages.ts';
import { columns } from './take-shots.ts';

/** Beside the document, and nowhere else: no image, archive or built page carries them. */
export const pictureFolder = 'pages';

interface Compared {
  readonly before: string;
  readonly after: string;
  /** Addresses of pages that the earlier version did not have. */
  readonly fresh: ReadonlySet<string>;
}

/** `before`, `after`: names of the commits. */
export function renderPages({ before, after, fresh }: Compared): string {
  const sections = listedAddresses.flatMap((address) => {
    const { title, answers } = describePage(address);
    const isNew = fresh.has(address);
    return [
      `## ${title}`,
      '',
      `\`${address}\`${isNew ? ' (new)' : ''}`,
      '',
      answers,
      '',
      `![${title} ${isNew ? 'after' : 'before and after'}](${pictureFolder}/${pictureName(address)})`,
      '',
    ];
  });
  return `${[...intro(before, after), ...sections].join('\n').trimEnd()}\n`;
}

/** Of the picture of a page; no two pages have the same. */
export function pictureName(address: string): string {
  const [path = ''] = address.split('?');
  return `${path.slice(1).replaceAll(/[^\w.-]+/gu, '-') || 'sign-in'}.webp`;
}

/** The addresses that a document has, in its order. */
export function readAddresses(text: string): string[] {
  return [...text.matchAll(/^`(?<address>\/[^`]*)`/gmu)].map(({ groups }) => groups?.['address'] ?? '');
}

function intro(before: string, after: string): string[] {
  return [
    '# Pages before and after',
    '',
    `What somebody sees of each page without scrolling, in two versions: before is \`${before}\`, after is \`${after}\`. Columns, from the left: ${columns.map(({ title }) => title).join('; ')}. A page that the earlier version did not have is marked as new, and its picture has one row.`,
    '',
    'Each version runs over the control plane of its own tests, filled by its own seeds: instances, captures, a confirmed comparison, audit records, people, tokens, deploys and questions. The data are the same, except for what the later version added and for sentences that its seeds take from the programs. An owner is signed in, except on the page that signs in.',
    '',
    '`node web/test/before-and-after/write-pages.ts --before FOLDER` writes this page and its pictures. The folder has a checkout of the earlier version with its dependencies. The pictures are in the repository only. `web/test/before-and-after/first-sight.test.ts` holds, for each page, that what it answers first is on the first screen.',
    '',
  ];
}
