/** Options that choose the form of the output, for `witness` and `farol capture diff` alike. */
import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Bundle } from '../bundle/record/bundle.ts';
import { renderDiff } from '../say/text/render.ts';
import { CliError } from './exit-codes.ts';
import { type ComparisonSource, type FormName, forms } from './formats.ts';
import { renderBundle } from './render-bundle.ts';

/** At most one is set. */
export type OutputOptions = Partial<Record<FormName, string | boolean>>;

const names = Object.keys(forms) as FormName[];

export function addOutputs(command: Command, of: 'comparison' | 'capture'): Command {
  const offered = names.filter((name) => of === 'comparison' || forms[name].writeCapture !== undefined);
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

/** @throws CliError when the file cannot be written; ExportError when there are no stacks. */
export async function outputComparison(source: ComparisonSource, options: OutputOptions): Promise<void> {
  const name = chosen(options);
  if (name === undefined) output(`${renderDiff(source.diff)}\n`, '-');
  else output(await forms[name].writeComparison(source), options[name]);
}

/** @throws CliError when the file cannot be written; ExportError when there are no stacks. */
export function outputCapture(bundle: Bundle, options: OutputOptions): void {
  const name = chosen(options);
  if (name === undefined) output(`${renderBundle(bundle)}\n`, '-');
  else output(forms[name].writeCapture?.(bundle) ?? '', options[name]);
}

function chosen(options: OutputOptions): FormName | undefined {
  return names.find((name) => options[name] !== undefined);
}

function output(content: string | Uint8Array, file: string | boolean | undefined): void {
  if (typeof file !== 'string' || file === '-') {
    process.stdout.write(content);
    return;
  }
  try {
    writeFileSync(file, content);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw new CliError(`${file}: cannot be written (${code})`, { cause: error });
  }
}
