/**
 * What an application is deployed with is where secrets stand, and Argo CD repeats the command it ran in the messages
 * of what failed. Values are never returned; here they are removed from texts that may repeat them.
 */
import type { Application, Source } from './schema.ts';

const shown = '[redacted]';

/** Shorter ones would match ordinary words. */
const leastLength = 4;

/** Values of names such as auth.enabled. */
const switches = new Set(['true', 'false', 'null', 'none', 'enabled', 'disabled']);

const secretName =
  /pass|secret|token|credential|private|auth|apikey|api[-_.]?key|access[-_.]?key|conn(?:ection)?[-_.]?str|dsn/iu;

/** Address without user, password and query. What has no scheme, such as git@host:path, holds no password. */
export function withoutCredentials(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/isu.exec(address);
  if (parts === null) return address;
  const [, scheme = '', authority = '', rest = ''] = parts;
  // A password with a slash in it moves the at sign into what looks like the path.
  const isCut = !authority.includes('@') && !/^(?:\[[^\]]*\]|[\w.-]*)(?::\d*)?$/u.test(authority);
  const place = isCut ? `${authority}${rest}` : authority;
  const bare = `${place.slice(place.lastIndexOf('@') + 1)}${isCut ? '' : rest}`;
  return `${scheme}${bare.replace(/[?#].*$/su, '')}`;
}

/** Makes a function that takes out of a text what this application is given and what a text shows of commands and addresses. */
export function redactionFor({ spec, status }: Application): (text: string) => string {
  const sources = [spec, ...(status?.history ?? [])].flatMap(({ source, sources: more }) => [
    source ?? {},
    ...(more ?? []),
  ]);
  const secrets = [...new Set(sources.flatMap(secretsOf))]
    .filter((text) => text.length >= leastLength && !switches.has(text.toLowerCase()))
    .toSorted((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, shown);
    return withoutCommandValues(clean);
  };
}

function withoutCommandValues(text: string): string {
  return text
    .replaceAll(/(--set(?:-[a-z]+)?[ =])("[^"]*"|'[^']*'|\S+)/gu, `$1${shown}`)
    .replaceAll(/(--(?:password|token)[ =])("[^"]*"|'[^']*'|\S+)/gu, `$1${shown}`)
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/]+@/giu, `$1`);
}

function secretsOf({ helm, plugin }: Partial<Source>): string[] {
  const named = [...(helm?.parameters ?? []), ...(plugin?.env ?? [])];
  return [
    ...named.flatMap(({ name, value }) => (value && secretName.test(name ?? '') ? [value] : [])),
    ...inYaml(helm?.values ?? ''),
    ...inTree(helm?.valuesObject, false),
    ...inTree(plugin?.parameters, false),
  ];
}

/** Scalars on the line of their name, which is where they mostly stand. */
function inYaml(text: string): string[] {
  return [...text.matchAll(/^[ \t-]*["']?(\w[\w.-]*)["']?[ \t]*:[ \t]+(\S.*)$/gmu)].flatMap(
    ([, name = '', value = '']) => (secretName.test(name) ? [scalarOf(value.trim())] : []),
  );
}

function scalarOf(text: string): string {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/u.exec(text);
  return quoted?.[2] ?? text.replace(/\s+#.*$/u, '');
}

/** Every text below a name that sounds secret. */
function inTree(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'string') return isSecret ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => inTree(one, isSecret || secretName.test(name)));
}
