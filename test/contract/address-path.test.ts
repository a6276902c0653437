/** An address with a path: every call of every connector goes below it. Nothing here names a connector. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';

const prefix = '/held/by%20a/proxy';

const addressWith = (value: string): string => value.replace('{upstream}', `{upstream}${prefix}`);

describe.each(loaded.filter(([, { manifest }]) => Object.values(manifest.config).some(({ kind }) => kind === 'url')))(
  '%s',
  (_id, registered) => {
    const it = new ConnectorUnderTest(registered);
    beforeAll(() => it.start());
    afterEach(() => it.closeAgents());
    afterAll(() => it.close());

    const agentBelow = () => {
      const { config } = registered.manifest;
      const changed = Object.entries(it.exemplar.variables).flatMap(([name, value]) =>
        config[name]?.kind === 'url' && value !== undefined ? [[name, addressWith(value)] as const] : [],
      );
      return it.agentWith(Object.fromEntries(changed));
    };

    test('keeps the path of its address in every call of every read', async () => {
      const agent = agentBelow();
      const strayed: string[] = [];
      const well = it.strict([]);
      it.upstream.answerWith((call: FakeCall): Reply => {
        if (call.path.startsWith(`${prefix}/`)) return well({ ...call, path: call.path.slice(prefix.length) });
        // A host that the system named itself has no address of the configuration.
        if (registered.manifest.reach?.beside === undefined) strayed.push(`${call.method} ${call.path}`);
        return well(call);
      });
      const failed: unknown[] = [];
      for (const name of it.reads) {
        const answer = await it.ask(agent, name);
        if (!answer.ok) failed.push([name, answer.fault]);
      }
      expect(strayed).toEqual([]);
      expect(failed).toEqual([]);
    });
  },
);
