/** `443` or `8000-8999` as a range; nothing for what is neither. */
export function portsOf(text: string): { from: number; to: number }[] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/u.exec(text);
  if (match === null) return [];
  const [, from = '', to = from] = match;
  return [{ from: Number(from), to: Number(to) }];
}
