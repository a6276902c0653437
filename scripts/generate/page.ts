/** One generated page, and the few marks its text is made of. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

export function toPage(file: string, source: string, blocks: readonly string[]): Page {
  const notice = `<!-- Generated from ${source}. Change that and run \`npm run generate\`. -->`;
  return { path: `docs/reference/${file}`, text: `${[notice, ...blocks].join('\n\n')}\n` };
}

export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function codes(texts: readonly string[]): string {
  return texts.length === 0 ? '–' : texts.map(code).join(', ');
}

/** Outside of code a `<` would begin an element. */
function escapeCell(cell: string): string {
  const text = cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
  return text.replaceAll(/(`[^`]*`)|</gu, (found, inCode) => (inCode === undefined ? String.raw`\<` : found));
}
