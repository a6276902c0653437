/** Writes what `output-options.ts` lets a caller choose, to standard output or into a file. */
import { writeFileSync } from 'node:fs';
import type { Bundle } from '../bundle/record/bundle.ts';
import { renderDiff } from '../say/text/render.ts';
import { CliError } from './exit-codes.ts';
import { type ComparisonSource, writers } from './formats.ts';
import { type FormName, formNames, type OutputOptions } from './output-options.ts';
import { renderBundle } from './render-bundle.ts';

/** @throws CliError when the file cannot be written; ExportError when there are no stacks. */
export async function outputComparison(source: ComparisonSource, options: OutputOptions): Promise<void> {
  const name = chosen(options);
  if (name === undefined) output(`${renderDiff(source.diff)}\n`, '-');
  else output(await writers[name].writeComparison(source), options[name]);
}

/** @throws CliError when the file cannot be written; ExportError when there are no stacks. */
export function outputCapture(bundle: Bundle, options: OutputOptions): void {
  const name = chosen(options);
  if (name === undefined) output(`${renderBundle(bundle)}\n`, '-');
  else output(writers[name].writeCapture?.(bundle) ?? '', options[name]);
}

function chosen(options: OutputOptions): FormName | undefined {
  return formNames.find((name) => options[name] !== undefined);
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
