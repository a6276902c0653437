/** A list as a caller reads it: page by page, by the cursor of the one before. */
import type { OperationResult } from '../../src/tunnel/messages.ts';
import { type AgentUnderTest, resultIn } from './agent-under-test.ts';

/** @throws Error for a list without an end, and for a page that has a cursor and does not say that it is cut. */
export async function readPagesBy(
  ask: (args: object) => Promise<OperationResult>,
  args: object,
): Promise<OperationResult[]> {
  const pages: OperationResult[] = [];
  for (let cursor: string | undefined; pages.length < 100;) {
    const page = await ask({ ...args, ...(cursor !== undefined && { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
    if (cursor === undefined) return pages;
    if (!page.truncated) throw new Error('a page that others follow is not said to be cut');
  }
  throw new Error('the list has no end');
}

export function readPages(agent: AgentUnderTest, operation: string, args: object): Promise<OperationResult[]> {
  return readPagesBy(async (asked) => resultIn(await agent.ask(operation, asked)), args);
}

/** The entries of this list on every page, put together. */
export function entriesIn(pages: readonly OperationResult[], member: string): unknown[] {
  return pages.flatMap(({ data }) => (data as Record<string, unknown[]>)[member] ?? []);
}
