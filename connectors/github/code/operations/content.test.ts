import { describe, expect, test } from 'vitest';
import type { OperationResult } from '../../../../src/tunnel/messages.ts';
import { resultIn } from '../../../../test/contract/agent-under-test.ts';
import { answerJson } from '../../../../test/contract/described-upstream.ts';
import { entryBody, fileContentBody, folderBody } from '../../upstream/code/bodies.ts';
import { useGithubLab } from '../../upstream/github-lab.ts';
import { readText } from './read-text.ts';

const repo = 'acme/shop';
const content = 'GET /repos/{owner}/{repo}/contents/{path}';
const lab = useGithubLab();

function read(path: string | undefined, more: object = {}): Promise<OperationResult> {
  return lab.result('code.getContent', { repo, path, ...more });
}

describe('a file', () => {
  test('is told as text, at the revision that was asked for', async () => {
    expect(await read('README.md', { ref: 'release/2' })).toMatchObject({
      complete: true,
      truncated: false,
      data: { kind: 'file', path: 'README.md', sizeBytes: 7, encoding: 'utf-8', content: '# Shop\n' },
    });
    expect(lab.asked).toEqual(['GET /repos/acme/shop/contents/README.md?ref=release/2']);
  });

  test('is one segment of the path, whatever its name', async () => {
    await read('docs/a b?#%.md');
    expect(lab.upstream.calls[0]?.path).toBe('/repos/acme/shop/contents/docs%2Fa%20b%3F%23%25.md');
  });

  test('that is not text is told in base64', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
    lab.answerWith({ [content]: answerJson(fileContentBody('logo.png', bytes)) });
    expect((await read('logo.png')).data).toMatchObject({ encoding: 'base64', content: bytes.toString('base64') });
  });

  test('is cut at limitBytes, and says how much it is', async () => {
    expect(await read('README.md', { limitBytes: 3 })).toMatchObject({
      complete: false,
      truncated: true,
      because: 'The first 3 of 7 bytes; raise limitBytes, up to 1,000,000, for more.',
      data: { content: '# S' },
    });
  });

  test('above 1 MB is read as a blob', async () => {
    const { data, upstreamCalls, because } = await read('large.bin', { limitBytes: 1_000_000 });
    expect(upstreamCalls).toBe(2);
    expect((data as { content: string }).content).toHaveLength(1_000_000);
    expect(because).toContain('The first 1000000 of 1500000 bytes');
  });

  test('that is larger than is read is not asked for', async () => {
    const body = entryBody('huge.bin', { size: 8_000_001, encoding: 'none', content: '' });
    lab.answerWith({ [content]: answerJson(body) });
    const { complete, because, upstreamCalls, data } = await read('huge.bin');
    expect({ complete, upstreamCalls }).toEqual({ complete: false, upstreamCalls: 1 });
    expect(because).toContain('more than 8000000 are not read');
    expect(data).toMatchObject({ sizeBytes: 8_000_001, content: '' });
  });
});

describe('what is no file', () => {
  test('is a folder with its entries, a submodule among them told from a file', async () => {
    const entries = [
      entryBody('src/cart.ts'),
      entryBody('src/lib', { type: 'dir', size: 0, download_url: null }),
      entryBody('src/vendor', { size: 0, download_url: null }),
    ];
    lab.answerWith({ [content]: answerJson(folderBody('src', entries)) });
    expect((await read('src')).data).toMatchObject({
      kind: 'folder',
      entries: [
        { path: 'src/cart.ts', kind: 'file', sizeBytes: 5 },
        { path: 'src/lib', kind: 'dir' },
        { path: 'src/vendor', kind: 'submodule' },
      ],
    });
  });

  test('is the root folder when no path is given', async () => {
    expect((await read(undefined)).data).toMatchObject({ kind: 'folder', entries: [{ path: 'README.md' }] });
  });

  test('is a folder of which only a thousand entries are told', async () => {
    const entries = Array.from({ length: 1000 }, (_, n) => entryBody(`src/${n}.ts`));
    lab.answerWith({ [content]: answerJson(folderBody('src', entries)) });
    const { complete, truncated, because } = await read('src');
    expect({ complete, truncated }).toEqual({ complete: false, truncated: true });
    expect(because).toContain('first 1000 entries');
  });

  test('is a symbolic link', async () => {
    expect((await read('current')).data).toMatchObject({ kind: 'symlink', target: 'releases/7' });
  });

  test('is a submodule, whose address has lost its user and password', async () => {
    const { data } = await read('vendor/lib');
    expect(data).toMatchObject({ kind: 'submodule', repositoryUrl: 'https://git.example.com/lib.git' });
    expect(JSON.stringify(data)).not.toContain('hunter2');
  });
});

test.each(['README.md', 'src', 'large.bin', 'current', 'vendor/lib', undefined])(
  'no address to download from is told of %s, because it carries a token',
  async (path) => {
    const agent = lab.agent();
    resultIn(await agent.ask('code.getContent', { repo, path }));
    expect(agent.written.join('\n')).not.toMatch(/CANARYTOKEN|download_url|raw\.githubusercontent/u);
  },
);

describe('text is cut between characters', () => {
  test.each([
    ['abc', 3, 'abc', undefined],
    ['abc', 2, 'ab', 2],
    ['açaí', 2, 'a', 1],
    ['açaí', 3, 'aç', 3],
    ['€€', 5, '€', 3],
    ['😀😀', 7, '😀', 4],
    ['€', 1, '', 0],
    ['', 1, '', undefined],
  ])('%s at %i bytes is %s', (text, limit, told, cutAt) => {
    expect(readText(Buffer.from(text), limit)).toEqual({ encoding: 'utf-8', content: told, cutAt });
  });
});
