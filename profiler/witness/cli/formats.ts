/** Writes a comparison or a capture in each of the forms that `output-options.ts` offers. */
import { printableJson } from '../../../src/core/text/hidden-characters.ts';
import type { Bundle } from '../bundle/record/bundle.ts';
import type { Diff } from '../diff/diff.ts';
import { writeCollapsed, writeCollapsedPair } from '../say/export/collapsed.ts';
import { writePprof, writePprofDiff } from '../say/export/pprof.ts';
import { writeSpeedscope } from '../say/export/speedscope.ts';
import { profileStacks } from '../say/export/stack-profile.ts';
import { renderMarkdown } from '../say/text/render-markdown.ts';
import { writeSarif } from '../say/sarif/write-sarif.ts';
import type { FormName } from './output-options.ts';

export interface SideBundles {
  readonly baseline: readonly Bundle[];
  readonly head: readonly Bundle[];
}

export interface ComparisonSource {
  readonly diff: Diff;
  /** Called only by forms that need stacks. */
  readonly bundles: () => SideBundles | Promise<SideBundles>;
}

interface Writers {
  readonly writeComparison: (source: ComparisonSource) => Promise<string | Uint8Array>;
  /** Absent where one capture alone has no such form. */
  readonly writeCapture?: (bundle: Bundle) => string | Uint8Array;
}

export const writers: Readonly<Record<FormName, Writers>> = {
  json: {
    writeComparison: ({ diff }) => Promise.resolve(`${printableJson(JSON.stringify(diff))}\n`),
    writeCapture: (bundle) => `${printableJson(JSON.stringify(bundle))}\n`,
  },
  markdown: {
    writeComparison: ({ diff }) => Promise.resolve(renderMarkdown(diff)),
  },
  sarif: {
    writeComparison: ({ diff }) => Promise.resolve(writeSarif(diff)),
  },
  pprof: {
    writeComparison: async ({ bundles }) => {
      const { baseline, head } = await bundles();
      return writePprofDiff(profileStacks(baseline), profileStacks(head));
    },
    writeCapture: (bundle) => writePprof(profileStacks([bundle])),
  },
  speedscope: {
    writeComparison: async ({ bundles }) => {
      const { baseline, head } = await bundles();
      return writeSpeedscope([profileStacks(baseline), profileStacks(head)]);
    },
    writeCapture: (bundle) => writeSpeedscope([profileStacks([bundle])]),
  },
  collapsed: {
    writeComparison: async ({ bundles }) => {
      const { baseline, head } = await bundles();
      return writeCollapsedPair(profileStacks(baseline), profileStacks(head));
    },
    writeCapture: (bundle) => writeCollapsed(profileStacks([bundle])),
  },
};
