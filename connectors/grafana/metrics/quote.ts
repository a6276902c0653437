/** A text as PromQL and LogQL take it in double quotes, which nothing in it can end. */
export function quote(text: string): string {
  return `"${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)}"`;
}
