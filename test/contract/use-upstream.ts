/** A fake for the tests of one file, with every Agent before it closed after each test. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type AgentOptions, AgentUnderTest } from './agent-under-test.ts';
import { type FakeCall, FakeUpstream, type Reply } from './fake-upstream.ts';
import { strictReply } from './looking.ts';

export interface UpstreamInUse {
  readonly upstream: () => FakeUpstream;
  /** From here on the upstream answers with this. A call that it does not know, or that is described otherwise, fails the test. */
  readonly answerStrictly: (reply: (call: FakeCall) => Reply | undefined) => void;
  readonly open: (options: AgentOptions) => AgentUnderTest;
}

/** Called once in a test file, outside its tests. */
export function useUpstream(): UpstreamInUse {
  const opened: AgentUnderTest[] = [];
  const unexpected: string[] = [];
  let started: FakeUpstream | undefined;
  const upstream = (): FakeUpstream => {
    if (started === undefined) throw new Error('no test is running');
    return started;
  };
  beforeAll(async () => {
    started = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    const [first] = unexpected.splice(0);
    if (first !== undefined) throw new Error(`the fake was asked wrongly: ${first}`);
  });
  afterAll(() => started?.close());
  return {
    upstream,
    answerStrictly(reply) {
      const fake = { variables: {}, reply, questions: {}, failures: [] };
      upstream().answerWith((call) => strictReply(fake, call, unexpected));
    },
    open(options) {
      const agent = new AgentUnderTest(options);
      opened.push(agent);
      return agent;
    },
  };
}
