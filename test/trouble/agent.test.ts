import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Situation, type SituationName, situations } from '../../scripts/generate/troubleshooting/situations.ts';
import { compileCache } from '../compile-cache.ts';
import { likeWords } from './like-words.ts';
import { ways } from './provoked.ts';
import { type Start, startAgent } from './running-instance.ts';
import { TroubleBench } from './trouble-bench.ts';

let bench: TroubleBench;
beforeAll(async () => {
  bench = await TroubleBench.start();
});
afterAll(() => bench.close());

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** `farol doctor` as an operator runs it in the same place: its code and its first two lines. */
function runDoctor({ env, before = [] }: Start): Promise<{ code: number | null; finding: string; act: string }> {
  const [file, ...args] = [...before, process.execPath, cli, 'doctor'];
  const given = { ...compileCache, PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env };
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: given, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('close', (code) => {
      const [finding = '', act = ''] = said.split('\n');
      resolve({ code, finding, act: act.trim().replace(/^(?:the operator of [^:]+|an owner or admin[^:]+): /u, '') });
    });
  });
}

const rows = Object.entries(ways).flatMap(([name, list]) =>
  list.map((way, index) => ({
    name: name as SituationName,
    way,
    title: index === 0 ? name : `${name} (${index + 1})`,
  })),
);

describe.concurrent('an Agent in trouble is led to the right act by its log and by the doctor', () => {
  for (const { name, way, title } of rows) {
    test(`${title}`, { tags: way.isDeep === true ? ['deep'] : [] }, async () => {
      const { act, code, line, examined, ends }: Situation = { ...situations[name], ...way.differs };
      const { thenDo, ...start } = await way.provoke(await bench.place());
      const agent = startAgent(start);
      bench.onClose(() => agent.kill());
      if (thenDo !== undefined) {
        await agent.untilLive();
        await thenDo(agent);
      }
      const said = await agent.firstTrouble();
      expect(said.line).toMatch(likeWords(line));
      expect(said.remedy).toMatch(likeWords(act));
      expect(said.code ?? '').toMatch(code ?? /^$/u);
      expect(await agent.end(ends !== undefined)).toBe(ends);
      const doctor = await runDoctor(start);
      expect(doctor).toMatchObject({
        code: 1,
        finding: expect.stringMatching(/^problem /u) as string,
        act: expect.stringMatching(likeWords(examined ?? act)) as string,
      });
      expect(await agent.end(ends !== undefined)).toBe(ends);
      await agent.kill();
    });
  }
});
