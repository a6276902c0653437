/** Adds a connector to one of the two lists that name all of them, where the alphabet puts it. */
import { WrongPlan } from './scaffold-plan.ts';

export interface Addition {
  readonly importing: string;
  /** A line of its own in the list … */
  readonly entry?: string;
  /** … or a name in the one object of the file. */
  readonly member?: string;
}

/** @throws WrongPlan when the file does not have the form that is known here. */
export function addToList(text: string, { importing, entry, member }: Addition): string {
  const withImport = addSorted(text, importing, /^import .* from '\.\/[a-z0-9]+(?:\/manifest|-exemplar)\.ts';$/u);
  if (entry !== undefined) return addSorted(withImport, entry, /^ {2}\{ manifest: /u);
  if (member === undefined) return withImport;
  const list = /= \{([^{}]*)\};\s*$/u.exec(withImport);
  if (list?.[1] === undefined) throw new WrongPlan('the object of exemplars was not found: add the connector by hand');
  const members = [...list[1].split(',').map((one) => one.trim()), member].filter((one) => one !== '');
  return `${withImport.slice(0, list.index)}= { ${members.toSorted().join(', ')} };\n`;
}

function addSorted(text: string, line: string, alike: RegExp): string {
  const lines = text.split('\n');
  const at = lines.flatMap((one, index) => (alike.test(one) ? [index] : []));
  const last = at.at(-1);
  if (last === undefined) throw new WrongPlan(`no line like \`${line.trim()}\` was found: add it by hand`);
  lines.splice(at.find((index) => (lines[index] ?? '') > line) ?? last + 1, 0, line);
  return lines.join('\n');
}
