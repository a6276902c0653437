/** Sentences with `{}` for what differs, matched against served text and written in another language. */

export interface Template {
  readonly pattern: RegExp;
  readonly parts: readonly string[];
}

/** `{}` is anything, as little as possible of it; `end`: what follows, as a pattern. */
export function compileTemplates(table: Readonly<Record<string, string>>, end: string): Template[] {
  return Object.entries(table).map(([from, to]) => {
    const fixed = from.split('{}').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`));
    return { pattern: new RegExp(`^${fixed.join('(.+?)')}${end}`, 'su'), parts: to.split('{}') };
  });
}

/** In the order of the template; `translate` is asked for each value, which stays as it is where that knows nothing. */
export function fillTemplate(
  { parts }: Template,
  values: readonly string[],
  translate: (value: string) => string | undefined = () => undefined,
): string {
  return parts
    .map((part, at) => `${at === 0 ? '' : (translate(values[at - 1] ?? '') ?? values[at - 1])}${part}`)
    .join('');
}

/** By the first template that matches the whole text; undefined where none does. */
export function translateBy(templates: readonly Template[], text: string): string | undefined {
  for (const template of templates) {
    const [whole, ...values] = template.pattern.exec(text) ?? [];
    if (whole !== undefined) return fillTemplate(template, values);
  }
  return undefined;
}
