/**
 * Options that choose the form of the output, for `witness` and `farol capture diff` alike. A further form is a row here
 * and a writer in `formats.ts`, which is loaded when something is written.
 */
import { type Command, Option } from 'commander';

interface Form {
  readonly description: string;
  /** The option names a file; without, the result goes to standard output. */
  readonly isFile: boolean;
  /** Whether one capture alone has this form. */
  readonly hasCapture: boolean;
}

const forms = {
  json: { description: 'print JSON', isFile: false, hasCapture: true },
  markdown: { description: 'print Markdown, for a job summary or a comment', isFile: false, hasCapture: false },
  sarif: { description: 'write the findings as SARIF 2.1.0, for code scanning', isFile: true, hasCapture: false },
  pprof: { description: 'write CPU stacks for pprof; two sides become a difference', isFile: true, hasCapture: true },
  speedscope: {
    description: 'write CPU stacks for speedscope; two sides become two profiles',
    isFile: true,
    hasCapture: true,
  },
  collapsed: {
    description: 'write collapsed CPU stacks, in nanoseconds; two sides become two columns',
    isFile: true,
    hasCapture: true,
  },
} as const satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof forms;

/** At most one is set. */
export type OutputOptions = Partial<Record<FormName, string | boolean>>;

export const formNames = Object.keys(forms) as FormName[];

export function addOutputs<T extends Command>(command: T, of: 'comparison' | 'capture'): T {
  const offered = formNames.filter((name) => of === 'comparison' || forms[name].hasCapture);
  for (const name of offered) {
    const { description, isFile } = forms[name];
    const option = new Option(
      `--${name}${isFile ? ' <file>' : ''}`,
      `${description}${isFile ? '; - for standard output' : ''}`,
    );
    command.addOption(option.conflicts(offered.filter((other) => other !== name)));
  }
  return command;
}
