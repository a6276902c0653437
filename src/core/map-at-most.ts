/** The results of `work` for each item, in their order, with so many running at once. Rejects with the first that rejects. */
export async function mapAtMost<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const next = async (): Promise<void> => {
    // One iterator for all: each takes the next item that nobody has begun.
    for (const [at, item] of queue) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next));
  return results;
}
