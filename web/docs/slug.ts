/** Names of headings in addresses, as GitHub makes them, so that one link works in the repository and on the page. */
export function slugOf(markdown: string): string {
  const text = markdown.replaceAll(/\[(?<text>[^\]]*)\]\([^)]*\)/gu, '$<text>').replaceAll(/[`*]/gu, '');
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Names the headings of one page: a heading that comes again gets a number. */
export class Slugs {
  readonly #taken = new Set<string>();

  next(markdown: string): string {
    const slug = slugOf(markdown);
    let unique = slug;
    for (let count = 1; this.#taken.has(unique); count += 1) unique = `${slug}-${count}`;
    this.#taken.add(unique);
    return unique;
  }
}
