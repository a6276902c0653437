/**
 * What a manifest says is redacted never gets further. Each sentence of each operation is proved by itself: a secret is
 * planted where the vendor keeps such a thing, and the answer is whole without it. Nothing here names a place.
 */
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { faultIn, resultIn } from './agent-under-test.ts';
import { ConnectorUnderTest, loaded, loadedVariants } from './connector-under-test.ts';
import { type Plant, plant } from './planted.ts';

const secret = 'sT9-planted-for-nobody-4711';

/** Connectors whose sentences are not proved here, with where they are instead or why they cannot be. */
const elsewhere: Readonly<Record<string, { readonly file: string; readonly because: string }>> = {
  aws: {
    file: 'connectors/aws/every-operation.test.ts',
    because:
      'The answers in XML have no places to plant at: one test searches all answers for what the fake keeps secret.',
  },
  datadog: { file: 'connectors/datadog/redaction.test.ts', because: 'Most sentences are about texts and questions.' },
  mongodb: { file: 'connectors/mongodb/real-database.test.ts', because: 'It says that nothing is redacted.' },
};

const proved = [...loaded, ...loadedVariants].filter(([id]) => !Object.hasOwn(elsewhere, id));

describe.each(proved)('%s', (_id, registered) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  const sentences = it.operations.flatMap((name) =>
    (registered.manifest.operations[name]?.redactions ?? []).map((sentence) => [name, sentence] as const),
  );

  test('proves each of its sentences, and no other', () => {
    const said = new Set<string>(sentences.map(([, sentence]) => sentence));
    expect(Object.keys(it.exemplar.redacted ?? {}).toSorted()).toEqual([...said].toSorted());
  });

  const proofs = sentences.map(([name, sentence]) => [name, sentence, it.exemplar.redacted?.[sentence] ?? []] as const);

  test.for(proofs.flatMap(([name, sentence, proof]) => ('refuses' in proof ? [] : [[name, sentence, proof] as const])))(
    '%s redacts: %s',
    async ([name, , plants]) => {
      const { planted, answers } = await askPlanted(name, plants);
      expect(planted).toBeGreaterThan(0);
      expect(answers).not.toContain(secret);
    },
  );

  test.for(proofs.flatMap(([name, sentence, proof]) => ('refuses' in proof ? [[name, sentence, proof] as const] : [])))(
    '%s refuses: %s',
    async ([name, , { refuses }]) => {
      expect(await refusalsOf(name, refuses[name] ?? [])).toEqual(new Set(['refused']));
      expect(it.upstream.calls).toEqual([]);
    },
  );

  async function refusalsOf(name: OperationName, questions: readonly unknown[]): Promise<Set<string>> {
    it.upstream.answerWith(it.strict([]));
    const agent = it.agentWith();
    const codes = new Set<string>();
    for (const question of questions) codes.add(faultIn(await agent.ask(name, question)).code);
    return codes;
  }

  async function askPlanted(
    name: OperationName,
    plants: readonly Plant[],
  ): Promise<{ planted: number; answers: string }> {
    let planted = 0;
    const well = it.strict([]);
    it.upstream.answerWith((call) => {
      const { reply, count } = plant(well(call), plants, secret);
      planted += count;
      return reply;
    });
    const agent = it.agentWith();
    const answers: string[] = [];
    for (const question of it.questionsOf(name)) {
      answers.push(JSON.stringify(resultIn(await agent.ask(name, question))));
    }
    return { planted, answers: answers.join('\n') };
  }
});

test('every exception is of a connector that redacts, and names what is there', () => {
  const ids = registry.map(({ manifest }) => manifest.id);
  expect(Object.keys(elsewhere).filter((id) => !ids.includes(id))).toEqual([]);
  expect(Object.values(elsewhere).filter(({ file }) => !existsSync(file))).toEqual([]);
});
