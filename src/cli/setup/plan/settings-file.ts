/** The settings file of a unit: variables, one a line, as systemd reads an EnvironmentFile. What people wrote in it stays. */
import { existsSync, readFileSync } from 'node:fs';

const assignment = /^\s*(?<name>[A-Za-z_]\w*)=(?<value>.*)$/u;

export type Variables = Readonly<Record<string, string>>;

/** Empty for a file that does not exist. */
export function readSettings(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export function parseSettings(text: string): Variables {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const { name, value } = assignment.exec(line)?.groups ?? {};
      return name === undefined || value === undefined ? [] : [[name, unquote(value.trim())]];
    }),
  );
}

/** The text with these variables: in their line where they have one, and otherwise at its end. Undefined removes one. */
export function mergeSettings(text: string, changes: Readonly<Record<string, string | undefined>>): string {
  const open = new Map(Object.entries(changes));
  const lines = text
    .replace(/\n*$/u, '')
    .split('\n')
    .flatMap((line) => {
      const name = assignment.exec(line)?.groups?.['name'];
      if (name === undefined || !Object.hasOwn(changes, name)) return line === '' && text === '' ? [] : [line];
      const value = changes[name];
      if (!open.delete(name) || value === undefined) return [];
      return [parseSettings(line)[name] === value ? line : `${name}=${quote(value)}`];
    });
  const added = [...open].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quote(value)}`]));
  return `${[...lines, ...added].join('\n')}\n`;
}

function quote(value: string): string {
  if (/[\n\r\0]/u.test(value)) throw new Error('a setting must not have a line break');
  return /^[\w.:/@,+-]*$/u.test(value) ? value : `"${value.replaceAll(/["\\`$]/gu, '\\$&')}"`;
}

function unquote(value: string): string {
  const inner = /^"(?<text>.*)"$|^'(?<plain>.*)'$/u.exec(value)?.groups;
  if (inner?.['plain'] !== undefined) return inner['plain'];
  return inner?.['text'] === undefined ? value : inner['text'].replaceAll(/\\(["\\`$])/gu, '$1');
}
