import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { collectorPhrases, collectorSentences } from './collector-pt-br.ts';
import { translatePhrase, translateSentences } from './translate-collector.ts';

const root = path.resolve(import.meta.dirname, '../../../profiler/ptop');

function filesUnder(folder: string, isOne: (name: string) => boolean): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter(isOne);
}

/** Only such files can say why a probe did not measure, why a stack ends early or what a language runtime lacks. */
const speaks =
  /LoadError::|\bWhy \{|RuntimeNote|Result<[^>]*, String>|<Box<dyn Runtime>, String>|NotUnwound|CutReason|fn problem\(|FIX: &str|\.fail\(|Proof::|mismatch\(/u;

/** They refuse the whole capture: their words follow the sentence of a code, and are of no probe or axis. */
const refusing = ['crates/ptop/src/guard/list.rs', 'crates/ptop/src/capture/run.rs'];
/** Of those that refuse, the words that are also of a probe. */
const alsoOfProbe = /^(?:Permission denied for|Grant CAP_SYS_PTRACE)/u;

/** Texts with a space that nobody reads as a reason: names, keys of records, patterns of logs, glue. */
const noReasons = new Set([
  'LuaJIT {}',
  'Ruby {}',
  'PHP {}',
  'LuaJIT ',
  'Erlang/OTP {} (erts {})',
  '.NET {}',
  'Perl {}',
  ' and ',
  ' (deleted)',
  ' with core',
  'code {}',
  'cut: {}',
  'whole, {} frames without unwind information',
  '{} {}',
  '{} {} {}',
  'os error ',
  'failed to find kernel BTF type ID',
  "prog '",
  "map '",
  'sched_switch, sched_wakeup, sys_exit',
  'probe {} has no reader',
  'HotSpot {}',
  'V8 {}',
  'CPython {}.{}',
  'of an unknown version',
  'volatile signed char',
  'unsigned short',
  'unsigned int',
  'frames in the heap',
  // Of the log, for the operator of the machine.
  'ptop: {}',
  'ptop: /proc/self/oom_score_adj cannot be written, so the caller may be killed before the collector when memory runs out: {}',
  // Refuse the whole capture.
  'The canary process could not run: {}.',
  "Check the container's limit on processes and that the machine is not overloaded.",
]);

/** Made of others, each with what it makes: `rest` is one of five. */
const composed = new Map([
  ['{}. {}', 'the object has no program {}.'],
  ['{} failed with {}{}. {}', '{} failed with {}.'],
  [': the kernel refused the memory', '{} failed with {}: the kernel refused the memory.'],
  [": the kernel's verifier says {}", "{} failed with {}: the kernel's verifier says {}."],
  [': this kernel has no {}', '{} failed with {}: this kernel has no {}.'],
  [' ({})', '{} failed with {} ({}).'],
  ['it does not describe {}::{}', 'it does not describe {}'],
  ['CPython {}.{} does not describe its structures', 'CPython {} does not describe its structures'],
  ['CPython {}.{} is not understood', 'CPython {} is not understood'],
  ['{}{} is out of range', '{} is out of range'],
  ['the executable does not export {}{}', 'the executable does not export {}'],
]);

/** Of the code without its tests and comments, with `{}` for what is put in. */
function textsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
    .split(/#\[cfg\(test\)\]\n(?:pub )?mod \w+ \{/u)[0]!
    .replaceAll(/^\s*\/\/.*$/gmu, '');
  if (!speaks.test(source)) return [];
  return [...source.matchAll(/"((?:[^"\\]|\\.)*)"/gsu)].flatMap(({ index, 1: text = '' }) => {
    const lead = source.slice(Math.max(0, index - 40), index);
    const isOfDeveloper = /(?:expect\(|panic!\(|, reason = |assert\w*!\()\s*$/u.test(lead);
    const plain = text
      .replaceAll(/\\\n\s*/gu, '')
      .replaceAll(String.raw`\"`, '"')
      .replaceAll(/\{[^{}]*\}/gu, '{}');
    const isName = /^\[.*\]$/u.test(plain);
    return isOfDeveloper || isName || !plain.includes(' ') ? [] : [plain];
  });
}

const sources = ['crates/ptop/src', 'crates/stacks/src'].flatMap((folder) =>
  filesUnder(folder, (name) => name.endsWith('.rs') && !name.endsWith('tests.rs')),
);
const written = new Set(
  sources.flatMap((file) => {
    const texts = textsOf(file);
    return refusing.includes(file) ? texts.filter((text) => alsoOfProbe.test(text)) : texts;
  }),
);
const manifests = filesUnder('probes', (name) => name.endsWith('probe.toml')).map((file) =>
  readFileSync(path.join(root, file), 'utf8'),
);
const saidOf = (key: 'absent' | 'fix'): string[] =>
  manifests.map((text) => JSON.parse(new RegExp(`^${key} = (".*")$`, 'mu').exec(text)?.[1] ?? '""') as string);

/** A text as a record has it, with something put in. */
function fill(text: string): string {
  let at = 0;
  return text.replaceAll('{}', () => `x${++at}`);
}

function isKnown(text: string): boolean {
  // What the lack of a probe costs follows many of them.
  const own = fill(
    (composed.get(text) ?? text).replace(/ \{\}$/u, (end, at: number) => (text[at - 1] === '.' ? '' : end)),
  );
  return [own, `${own}.`].some((one) => translateSentences(one) ?? translatePhrase(one));
}

test('every reason that the collector can write has its Portuguese', () => {
  expect(written.size).toBeGreaterThan(100);
  expect([...written].filter((text) => !noReasons.has(text) && !isKnown(text))).toEqual([]);
});

test('what the lack of each probe costs, and its remedy, have their Portuguese', () => {
  expect(manifests.length).toBeGreaterThan(20);
  for (const text of [...saidOf('absent'), ...saidOf('fix')]) {
    expect([text, translateSentences(text)]).toEqual([text, expect.stringMatching(/^[A-ZÀ-Ú].+\.$/u)]);
  }
});

test('no Portuguese is of a sentence that the collector no longer has', () => {
  const parts = new Set([...written].map((text) => composed.get(text) ?? text));
  const sentences = [...parts, ...saidOf('absent'), ...saidOf('fix')].map((text) => text.replace(/(?<=\.) \{\}$/u, ''));
  const isWritten = (english: string): boolean =>
    sentences.some((text) => text === english || `${text}.` === english || text.replace(/\d+\.\d+/u, '{}') === english);
  // Of a probe whose canary counts nothing that has a name of its own; a single word.
  const named = new Set(['events']);
  expect(
    [...Object.keys(collectorSentences), ...Object.keys(collectorPhrases)].filter(
      (one) => !isWritten(one) && !named.has(one),
    ),
  ).toEqual([]);
});

test('the Portuguese has as many values as the English', () => {
  const count = (text: string): number => text.split('{}').length;
  for (const [english, portuguese] of Object.entries({ ...collectorSentences, ...collectorPhrases })) {
    expect([english, count(portuguese)]).toEqual([english, count(english)]);
  }
});

test.each([
  [
    "loading the BPF programs failed with EPERM. The target's page faults are not known. Repeat the capture.",
    'Carregar os programas BPF: falhou com EPERM. Não se sabe quais faltas de página o alvo tem. Repita a captura.',
  ],
  [
    'attaching to the hook failed with ENOENT: this kernel has no cap_capable. Which capabilities the target uses is not known; it takes Linux 6.13 or newer. Use a newer kernel.',
    'Anexar ao gancho: falhou com ENOENT; este kernel não tem cap_capable. Não se sabe quais capabilities o alvo usa; é preciso Linux 6.13 ou mais recente. Use um kernel mais recente.',
  ],
  [
    'The probe is attached but counted 3 where the canary made 5 (calls of getppid). The files the target opens are not known.',
    'A sonda está ativa, mas contou 3 onde o canário fez 5 (chamadas de getppid). Não se sabe quais arquivos o alvo abre.',
  ],
])('%s', (english, portuguese) => {
  expect(translateSentences(english)).toBe(portuguese);
});

test('a text with a sentence that is not known is not translated in part', () => {
  expect(translateSentences('Repeat the capture. Then call somebody.')).toBeUndefined();
  expect(translatePhrase('toString')).toBeUndefined();
});
