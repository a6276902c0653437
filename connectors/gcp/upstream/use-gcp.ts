/** A fake Google and an Agent before it for one test, closed when the test ends. */
import { expect, onTestFinished, test } from 'vitest';
import { resultIn } from '../../../test/contract/agent-under-test.ts';
import { type Gcp, type GcpOptions, startGcp } from './agent.ts';
import type { Answers } from './good-answers.ts';

export async function openGcp(options: GcpOptions = {}): Promise<Gcp> {
  const gcp = await startGcp(options);
  onTestFinished(() => gcp.close());
  return gcp;
}

/** With these answers in place of the good ones. */
export function openAnswering(answers: Answers): Promise<Gcp> {
  return openGcp({ answers });
}

/** Name of the operation, question, and the whole of what is returned for the good answers. */
export type Expected = readonly [name: string, args: object, data: object];

export function testAnswers(expected: readonly Expected[]): void {
  test.each(expected)("%s tells everything of the vendor's answer that is promised", async (name, args, data) => {
    const gcp = await openGcp();
    const result = resultIn(await gcp.agent.ask(name, args));
    expect(result.data).toEqual(data);
    expect(result).toMatchObject({ complete: true, truncated: false });
    expect(gcp.google.problems).toEqual([]);
  });
}
