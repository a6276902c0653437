import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Blob, Content } from '../schema/content.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubContext, GithubOperations } from '../../context.ts';
import { readText } from './read-text.ts';

type Told = DataOf<'code.getContent'>;
type File = Extract<Content, { type: 'file' }>;
type Folder = Extract<Content, { type: 'dir' }>;

/** The vendor gives a file of up to 1 MB with its description, a larger one only as a blob; this much of one is read. */
const maxBlobBytes = 8_000_000;
/** Of one folder. */
const maxEntries = 1000;

export const contentOperations: GithubOperations<'code.getContent'> = {
  'code.getContent': {
    async run({ repo, path, ref, limitBytes }, context) {
      const { answer } = await ask(context, {
        schema: Content,
        call: path === undefined ? 'GET /repos/{owner}/{repo}/contents' : 'GET /repos/{owner}/{repo}/contents/{path}',
        parameters: { ...inRepository(repo), path, ref },
        accept: 'object+json',
      });
      const entry = { path: answer.path, id: answer.sha, sizeBytes: answer.size };
      switch (answer.type) {
        case 'file':
          return tellFile(entry, answer, { limitBytes, encoded: await readEncoded(context, repo, answer) });
        case 'dir':
          return tellFolder(entry, answer);
        case 'symlink':
          return whole({ ...entry, kind: 'symlink', target: answer.target });
        case 'submodule':
          return whole({ ...entry, kind: 'submodule', repositoryUrl: withoutCredential(answer.submodule_git_url) });
      }
    },
  },
};

type Entry = Pick<Told, 'path' | 'id' | 'sizeBytes'>;

const whole = (data: Told): Answer<Told> => ({ data, complete: true, truncated: false });

/** Base64 of the file; undefined when it is larger than is read. */
async function readEncoded(context: GithubContext, repo: string, file: File): Promise<string | undefined> {
  if (file.encoding === 'base64') return file.content;
  if (file.size > maxBlobBytes) return undefined;
  const { answer } = await ask(context, {
    schema: Blob,
    call: 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
    parameters: { ...inRepository(repo), file_sha: file.sha },
  });
  return answer.encoding === 'base64' ? answer.content : Buffer.from(answer.content).toString('base64');
}

function tellFile(
  entry: Entry,
  file: File,
  { limitBytes, encoded }: { limitBytes: number; encoded: string | undefined },
): Answer<Told> {
  if (encoded === undefined) {
    return {
      data: { ...entry, kind: 'file', encoding: 'utf-8', content: '' },
      complete: false,
      because: `The file has ${file.size} bytes; more than ${maxBlobBytes} are not read. Clone the repository to look at it.`,
      truncated: true,
    };
  }
  const bytes = Buffer.from(encoded, 'base64');
  const { encoding, content, cutAt } = readText(bytes, limitBytes);
  const because =
    cutAt === undefined
      ? undefined
      : `The first ${cutAt} of ${bytes.length} bytes; raise limitBytes, up to 1,000,000, for more.`;
  return {
    data: { ...entry, kind: 'file', encoding, content },
    complete: cutAt === undefined,
    ...(because !== undefined && { because }),
    truncated: cutAt !== undefined,
  };
}

function tellFolder(entry: Entry, { entries }: Folder): Answer<Told> {
  const isCut = entries.length >= maxEntries;
  const because = isCut
    ? `Only the first ${maxEntries} entries of a folder can be returned: ask for one of its folders.`
    : 'The read was allowed and nothing is in this folder.';
  return {
    data: {
      ...entry,
      kind: 'folder',
      entries: entries.map((one) => ({ path: one.path, id: one.sha, sizeBytes: one.size, kind: kindOf(one) })),
    },
    complete: !isCut,
    ...((isCut || entries.length === 0) && { because }),
    truncated: isCut,
  };
}

/** In a folder the vendor calls a submodule a file; unlike a file, it cannot be downloaded. */
function kindOf({ type, download_url: download }: Folder['entries'][number]): string {
  return type === 'file' && download === null ? 'submodule' : type;
}

/** Whoever wrote the file of submodules may have put a user and a password into the address. */
function withoutCredential(address: string | undefined): string | undefined {
  return address?.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/iu, '$1');
}
