import type { SourcePlace } from '../../bundle/record/bundle.ts';

/** As compilers write it. A file of its own, so that a web page loads no schema with it. */
export function writePlace({ file, line }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}`;
}
