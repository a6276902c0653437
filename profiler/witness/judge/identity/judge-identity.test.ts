import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, makeProcess, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import { Diff } from '../../diff/diff.ts';
import { judgeGate } from '../../say/gate/gate.ts';
import { renderDiff } from '../../say/text/render.ts';
import { renderMarkdown } from '../../say/text/render-markdown.ts';

const image = (digit: string) => `sha256:${digit.repeat(64)}`;

interface Ran {
  readonly build?: string;
  readonly runtime?: 'node' | 'go' | 'bun';
  readonly image?: string;
  /** Of which a function was sampled, and its name. */
  readonly library?: string;
  readonly symbol?: string;
}

function capture(
  version: string,
  { build = 'a', runtime, image: said, library, symbol = 'price' }: Ran,
): ComparedCapture {
  const kind = runtime === undefined ? {} : { runtime: { kind: runtime, version: '24.1.0' } };
  const functions = [ran('main', 2000), ...(library === undefined ? [] : [{ ...ran(symbol, 500), module: library }])];
  const one = makeCapture(
    version,
    { cpu_stacks: sampled(functions) },
    { processes: [makeProcess(1, { build_id: build, ...kind })] },
  );
  const request = { ...one.vector.request, ...(said !== undefined && { image: said }) };
  return { ...one, vector: { ...one.vector, request } };
}

function identityOf(before: readonly Ran[], after: readonly Ran[]): Diff {
  const diff = diffOf(
    before.map((one) => capture('v1', one)),
    after.map((one) => capture('v2', one)),
  );
  expect(Diff.parse(diff)).toEqual(diff);
  return diff;
}

describe('what identifies a version', () => {
  test.each<[string, [Ran, Ran], Diff['identity'], string]>([
    [
      'native executables',
      [{}, { build: 'b' }],
      'different',
      'v1 and v2 are identified by what ran: /usr/bin/app a and /usr/bin/app b.',
    ],
    [
      'the same one',
      [{}, {}],
      'same_binary',
      'v1 and v2 are identified by what ran: /usr/bin/app a. No image digest was given: libraries were compared as far as they were sampled, other files were not.',
    ],
    [
      'the same one in the same image',
      [{ image: image('1') }, { image: `registry/app@${image('1')}` }],
      'same_binary',
      'v1 and v2 are identified by what ran: /usr/bin/app a. Both were requested with the same image (sha256:111111111111).',
    ],
    [
      'images, where they differ around the same executable',
      [{ image: image('1') }, { image: image('2') }],
      'different',
      'v1 and v2 are identified by image: sha256:111111111111 and sha256:222222222222. Both ran the same executables (/usr/bin/app a) in different images, which may differ in all else.',
    ],
    [
      'the same one, of which only one image is known',
      [{}, { image: image('2') }],
      'unknown',
      'v1 and v2 are identified by what ran: /usr/bin/app a. The image digest of only one side is known, so that libraries and other files may differ.',
    ],
    [
      'the same one with another library',
      [{ library: 'libprice.so.1' }, { library: 'libprice.so.2' }],
      'different',
      'v1 and v2 are identified by what ran: /usr/bin/app a. The sides ran different builds of libprice.',
    ],
    [
      'the same one with another build of a library',
      [
        { library: 'libprice.so', symbol: '[unknown 1a2b+10]' },
        { library: 'libprice.so', symbol: '[unknown 3c4d+10]' },
      ],
      'different',
      'v1 and v2 are identified by what ran: /usr/bin/app a. The sides ran different builds of libprice.',
    ],
    [
      'the same one with a library of which one side sampled more files',
      [{ library: 'libprice-1.2.so' }, { library: 'libprice-1.2.so', symbol: 'other' }],
      'same_binary',
      'v1 and v2 are identified by what ran: /usr/bin/app a. No image digest was given: libraries were compared as far as they were sampled, other files were not.',
    ],
    [
      'Go, whose executable holds the program',
      [{ runtime: 'go' }, { runtime: 'go' }],
      'same_binary',
      'v1 and v2 are identified by what ran: /usr/bin/app a. No image digest was given: libraries were compared as far as they were sampled, other files were not.',
    ],
    [
      'images, where a runtime loads the program',
      [
        { runtime: 'node', image: image('1') },
        { runtime: 'node', image: `registry/app@${image('2')}` },
      ],
      'same_runtime',
      'Both sides ran the same runtime (node 24.1.0). v1 and v2 are identified by image: sha256:111111111111 and sha256:222222222222.',
    ],
    [
      'the version alone',
      [{ runtime: 'bun' }, { runtime: 'bun', build: 'b' }],
      'different',
      'v1 and v2 are identified by the version in the request alone: the executables do not hold the program, and no image digest was given with every capture.',
    ],
    [
      'an image on one side only',
      [{ runtime: 'node' }, { runtime: 'node', image: image('2') }],
      'same_runtime',
      'Both sides ran the same runtime (node 24.1.0). v1 is identified by the version in the request alone: the executables do not hold the program, and no image digest was given with every capture. v2 is identified by image: sha256:222222222222.',
    ],
  ])('is %s', (_, [before, after], identity, sentence) => {
    const diff = identityOf([before], [after]);
    expect([diff.identity, diff.identity_basis.sentences.en]).toEqual([identity, sentence]);
    expect(renderDiff(diff).split(sentence)).toHaveLength(2);
    expect(renderMarkdown(diff).replaceAll('\\', '').split(sentence)).toHaveLength(2);
  });

  test('is said in Portuguese', () => {
    const { sentences } = identityOf([{ runtime: 'node' }], [{ runtime: 'node', image: image('2') }]).identity_basis;
    expect(sentences['pt-BR']).toBe(
      'Os dois lados executaram o mesmo runtime (node 24.1.0). v1 é identificada apenas pela versão informada no pedido: os executáveis não contêm o programa, e nem toda captura informou o digest da imagem. v2 é identificada pela imagem: sha256:222222222222.',
    );
  });

  test('pardons no regression, of whatever executables and images', () => {
    const side = (version: string, digit: string, price: number): ComparedCapture[] =>
      [0, 5, 10].map((more) => {
        const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };
        const functions = [ran('main', 2000), ran('price', price + more), ran('parse', 1400)];
        const measured = { cpu_stacks: sampled(functions), network: networkOf([], { traffic: [requests] }) };
        const one = makeCapture(version, measured);
        const request = { ...one.vector.request, ...(digit !== '' && { image: image(digit) }) };
        return { ...one, vector: { ...one.vector, request } };
      });
    expect(judgeGate(diffOf(side('v1', '1', 500), side('v2', '2', 1500))).code).toBe(1);
    expect(judgeGate(diffOf(side('v1', '1', 500), side('v2', '1', 1500))).code).toBe(1);
    expect(judgeGate(diffOf(side('v1', '', 500), side('v2', '', 1500))).code).toBe(1);
    expect(judgeGate(diffOf(side('v1', '1', 500), side('v2', '', 1500))).code).toBe(1);
  });

  test('is no image that only some captures were requested with', () => {
    const node = { runtime: 'node' } as const;
    const diff = identityOf([node], [{ ...node, image: image('2') }, node]);
    expect(diff.identity_basis.head).toMatchObject({ by: 'version' });
    expect(diff.identity_basis.head).not.toHaveProperty('image');
  });
});

describe('captures of a version that are not of one build', () => {
  const different = (diff: Diff) => new Set(diff.axes.map(({ state }) => state));

  test('are refused, naming the executables', () => {
    const diff = identityOf([{ build: 'c' }], [{ build: 'a' }, { build: 'b' }]);
    expect(different(diff)).toEqual(new Set(['not_comparable']));
    expect(axisOf(diff, 'cpu_stacks').reason).toBe(
      'captures of v2 ran different executables: /usr/bin/app a, and /usr/bin/app b; no other capture shows which build a version is',
    );
  });

  test('are refused where only their images differ, which no name hides', () => {
    const node = { runtime: 'node' } as const;
    const diff = identityOf(
      [node],
      [
        { ...node, image: image('1') },
        { ...node, image: `app@${image('2')}` },
      ],
    );
    expect(different(diff)).toEqual(new Set(['not_comparable']));
    expect(axisOf(diff, 'files').reason).toBe(`captures of v2 ran different images: ${image('1')} and ${image('2')}`);
    expect(diff.identity).toBe('unknown');
    const same = identityOf(
      [node],
      [
        { ...node, image: image('1') },
        { ...node, image: `app@${image('1')}` },
      ],
    );
    expect(axisOf(same, 'files').state).toBe('compared');
  });

  test('are of one build where its file has another path', () => {
    const moved = makeCapture(
      'v2',
      {},
      { processes: [makeProcess(1, { build_id: 'b', exe_path: '/releases/2/app' })] },
    );
    const diff = diffOf([capture('v1', {})], [capture('v2', { build: 'b' }), moved]);
    expect(axisOf(diff, 'files').state).toBe('compared');
  });
});
