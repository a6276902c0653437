/** The forms in which a comparison or a capture is written. A further one is a row here and a writer of its own. */
import { printableJson } from '../../../src/core/text/hidden-characters.ts';
import type { Bundle } from '../bundle/record/bundle.ts';
import type { Diff } from '../diff/diff.ts';
import { writeCollapsed, writeCollapsedPair } from '../say/export/collapsed.ts';
import { writePprof, writePprofDiff } from '../say/export/pprof.ts';
import { writeSpeedscope } from '../say/export/speedscope.ts';
import { profileStacks } from '../say/export/stack-profile.ts';
import { renderMarkdown } from '../say/text/render-markdown.ts';
import { writeSarif } from '../say/sarif/write-sarif.ts';

export interface SideBundles {
  readonly baseline: readonly Bundle[];
  readonly head: readonly Bundle[];
}

export interface ComparisonSource {
  readonly diff: Diff;
  /** Called only by forms that need stacks. */
  readonly bundles: () => SideBundles | Promise<SideBundles>;
}

interface Form {
  readonly description: string;
  /** The option names a file; without, the result goes to standard output. */
  readonly isFile: boolean;
  readonly writeComparison: (source: ComparisonSource) => Promise<string | Uint8Array>;
  /** Absent where one capture alone has no such form. */
  readonly writeCapture?: (bundle: Bundle) => string | Uint8Array;
}

export const forms = {
  json: {
    description: 'print JSON',
    isFile: false,
    writeComparison: ({ diff }) => Promise.resolve(`${printableJson(JSON.stringify(diff))}\n`),
    writeCapture: (bundle) => `${printableJson(JSON.stringify(bundle))}\n`,
  },
  markdown: {
    description: 'print Markdown, for a job summary or a comment',
    isFile: false,
    writeComparison: ({ diff }) => Promise.resolve(renderMarkdown(diff)),
  },
  sarif: {
    description: 'write the findings as SARIF 2.1.0, for code scanning',
    isFile: true,
    writeComparison: ({ diff }) => Promise.resolve(writeSarif(diff)),
  },
  pprof: {
    description: 'write CPU stacks for pprof; two sides become a difference',
    isFile: true,
    writeComparison: async ({ bundles }) => {
      const { baseline, head } = await bundles();
      return writePprofDiff(profileStacks(baseline), profileStacks(head));
    },
    writeCapture: (bundle) => writePprof(profileStacks([bundle])),
  },
  speedscope: {
    description: 'write CPU stacks for speedscope; two sides become two profiles',
    isFile: true,
    writeComparison: async ({ bundles }) => {
      const { baseline, head } = await bundles();
      return writeSpeedscope([profileStacks(baseline), profileStacks(head)]);
    },
    writeCapture: (bundle) => writeSpeedscope([profileStacks([bundle])]),
  },
  collapsed: {
    description: 'write collapsed CPU stacks, in nanoseconds; two sides become two columns',
    isFile: true,
    writeComparison: async ({ bundles }) => {
      const { baseline, head } = await bundles();
      return writeCollapsedPair(profileStacks(baseline), profileStacks(head));
    },
    writeCapture: (bundle) => writeCollapsed(profileStacks([bundle])),
  },
} as const satisfies Readonly<Record<string, Form>> as Readonly<Record<FormName, Form>>;

export type FormName = 'json' | 'markdown' | 'sarif' | 'pprof' | 'speedscope' | 'collapsed';
