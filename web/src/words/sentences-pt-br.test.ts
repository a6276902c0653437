import { reasonFor } from '../../../profiler/host/capture/reasons.ts';
import { expect, test } from 'vitest';
import {
  explainCuts,
  explainUnlisted,
  maxKeysPerAxis,
  tallyProbes,
} from '../../../profiler/witness/bundle/record/axis-reasons.ts';
import { bundleWith, makeCapture } from '../../../test/made-bundle.ts';
import { blocksOf, called, ended, makeRecord, sampled } from '../../../test/made-capture.ts';
import { findHostCaveats } from '../../../profiler/witness/judge/comparable/host-caveats.ts';
import { isPaired, pairCaptures } from '../../../profiler/witness/judge/captures/baseline.ts';
import type { AxisId, CollectorAxes } from '../../../profiler/witness/bundle/record/collector-record.ts';
import { explainNoiseFloor } from '../../../profiler/witness/judge/verdicts/withheld-verdicts.ts';
import type { CaptureVector } from '../../../profiler/witness/bundle/vector/capture-vector.ts';
import { translateSentence } from './sentences-pt-br.ts';

test('says how many replicates are missing, and that close captures count as one', () => {
  const text = explainNoiseFloor([
    { version: '1.0', captures: 1, occasions: 1 },
    { version: '2.0', captures: 3, occasions: 1 },
  ]);
  expect(translateSentence(text)).toBe(
    'sem piso de ruído: falta 1 réplica de 1.0 e 1 réplica de 2.0 (2.0 tem 3 capturas, 1 ocasião: capturas próximas demais contam como uma); peça-as (tipo réplica). Até lá são medições, não um veredito.',
  );
});

test('says why a baseline was chosen, and what was passed over', () => {
  const capture = (version: string, minute: number, status = 'pushed') =>
    ({ request_id: version, version, kind: 'head', status, requested_at: `2026-01-01T00:0${minute}:00Z` }) as const;
  const pairing = pairCaptures([
    capture('1', 0),
    capture('2', 1, 'failed'),
    capture('3', 2, 'queued'),
    capture('4', 3),
  ]);
  if (!isPaired(pairing)) throw new Error('no pair');
  expect(translateSentence(pairing.why)).toBe('1 é a última versão capturada antes de 4');
  expect(pairing.skipped.map(({ why }) => translateSentence(why))).toEqual([
    'ainda não tem resultado',
    'a captura falhou',
  ]);
});

test('says what a machine gave on one side only', () => {
  const pressure = { cpu_some_ns: 0, memory_some_ns: 0, memory_full_ns: 0, io_some_ns: 0, io_full_ns: 0 };
  const { host, window } = makeRecord();
  const capture = (version: string, busyNs: number, cores: number | undefined, ageSec: number): CaptureVector => {
    const own = { cpu_some_ns: busyNs, memory_some_ns: busyNs, io_some_ns: busyNs };
    return makeCapture(
      version,
      {},
      {
        host: { ...host, uptime_ns: 1e12, steal_ns: busyNs, pressure: { ...pressure, ...own } },
        window: { ...window, start_boottime_ns: 10e9 + ageSec * 1e9 },
        ...(cores !== undefined && { quota: { cores, periods: 100, throttled_periods: 80, throttled_ns: 1 } }),
      },
    ).vector;
  };
  const caveats = findHostCaveats([capture('1', 0, undefined, 1000)], [capture('2', 54e9, 0.5, 5)]);
  const todos = 'tempo de CPU, esperas e durações são no máximo suspeitas';
  const esperas = 'esperas e durações são no máximo suspeitas';
  expect(caveats.map(({ text }) => translateSentence(text))).toEqual([
    `difere a cota de CPU em núcleos: 0.5 e sem limite; ${todos}`,
    `o hipervisor reteve 45 % do tempo de CPU da máquina durante 2; ${todos}`,
    `a cota de CPU parou o alvo em 0 % dos períodos de 1 e em 80 % dos de 2; ${esperas}`,
    `tarefas da máquina esperaram por uma CPU em 0 % do tempo de 1 e em 90 % do de 2; ${esperas}`,
    `tarefas da máquina esperaram por memória em 0 % do tempo de 1 e em 90 % do de 2; ${todos}`,
    `tarefas da máquina esperaram por um disco em 0 % do tempo de 1 e em 90 % do de 2; ${esperas}`,
    'a maioria das capturas de 2 começou menos de 60 s depois do início do alvo, e a maioria das de 1 não',
  ]);
});

test('says what was cut', () => {
  expect(explainCuts(7).map(translateSentence)).toEqual([`7 chaves foram cortadas no limite de ${maxKeysPerAxis}`]);
});

test('says how many answers are not listed', () => {
  const unlisted = { accept: 7, connect: 9 };
  const said = (['accept', 'connect'] as const).flatMap((by) => explainUnlisted(by, unlisted));
  expect(said.map(translateSentence)).toEqual([
    '7 respostas foram dadas em portas além das que estão na lista',
    '9 respostas vieram de pares além dos que estão na lista',
  ]);
});

test.each([
  [
    reasonFor('measured', '12 of 12 axes; fully instrumented.').text,
    'A captura foi medida e enviada. 12 de 12 eixos; instrumentação completa.',
  ],
  [
    reasonFor('measured', '11 of 12 axes; 20 of 22 probes.').text,
    'A captura foi medida e enviada. 11 de 12 eixos; 20 de 22 sondas.',
  ],
  ['kernel differs: 6.1.0 and 6.8.0', 'difere o kernel: 6.1.0 e 6.8.0'],
  ['warm-up in seconds differs: 0 and 5', 'difere o aquecimento em segundos: 0 e 5'],
  ['the load of the two sides differs by a factor of 2.40', 'a carga dos dois lados difere por um fator de 2.40'],
  [
    'the 3 captures of v1 were taken in a row, within 1 minute: what the machine did in that time may explain a difference',
    'as 3 capturas de v1 foram feitas em seguida, em 1 minuto: o que a máquina fez nesse tempo pode explicar uma diferença',
  ],
  [
    'captures do not distinguish the same functions (3 of 3 of 1, 0 of 2 of 2 have less detail): HotSpot describes inlined methods only at safepoints, so time in them counts for the compiled method that contains them. Start Java with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints to distinguish them.',
    'as capturas não distinguem as mesmas funções (3 de 3 de 1, 0 de 2 de 2 têm menos detalhe): O HotSpot descreve métodos embutidos (inlining) só em safepoints, por isso o tempo neles conta para o método compilado que os contém. Inicie o Java com -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints para distingui-los.',
  ],
  [
    'v1: measured; v2: measured in part (net: 4 of 90 events were lost; perf is not permitted)',
    'v1: medido; v2: medido em parte (net: 4 de 90 eventos se perderam; perf is not permitted)',
  ],
  [
    '2 of 3 captures of 2.0 are left out: not measured (this axis was not part of the capture)',
    '2 de 3 capturas de 2.0 ficaram de fora: não medido (este eixo não fez parte da captura)',
  ],
  [
    '1 of 3 captures of 2.0 is left out: measured on another architecture (aarch64)',
    '1 de 3 capturas de 2.0 ficou de fora: medição em outra arquitetura (aarch64)',
  ],
  [
    'it did not measure cpu_stacks, locks completely, as another capture of the version did',
    'não mediu cpu_stacks, locks por completo, como outra captura da versão',
  ],
  [
    '1 of 3 captures of 2.0 also ran /bin/sh 12 and /bin/cat 34, which is counted with the target',
    '1 de 3 capturas de 2.0 também executaram /bin/sh 12 e /bin/cat 34, que é contado com o alvo',
  ],
  [
    'v1: measured; v2: not measured (cpu_samples: The collector does not hold CAP_BPF. Which functions the target spends its CPU time in is not known.; syscalls: Its axis was not asked for.)',
    'v1: medido; v2: não medido (cpu_samples: O coletor não tem CAP_BPF. Não se sabe em quais funções o alvo gasta tempo de CPU.; syscalls: O eixo dela não foi pedido.)',
  ],
  [
    'capability_use: The collector does not hold CAP_BPF and CAP_PERFMON. Which capabilities the target uses is not known; it takes Linux 6.13 or newer.',
    'capability_use: O coletor não tem CAP_BPF and CAP_PERFMON. Não se sabe quais capabilities o alvo usa; é preciso Linux 6.13 ou mais recente.',
  ],
  [
    '12 of 90 stacks do not reach their root (9: the stack continues above the copied bytes; a larger copy would go further; 3: the address is in no executable mapping)',
    '12 de 90 pilhas não chegam à raiz (9: a pilha continua acima dos bytes copiados; uma cópia maior iria mais longe; 3: o endereço não está em nenhum mapeamento executável)',
  ],
  ['4 of 90 stacks do not reach their root', '4 de 90 pilhas não chegam à raiz'],
  ['40 of 90 stacks show no function', '40 de 90 pilhas não mostram nenhuma função'],
  ['in 4 of 90 stacks Python frames are missing', 'em 4 de 90 pilhas faltam quadros do Python'],
  [
    'the functions of libruby.so have no names: where its threads keep their frames is not known',
    'as funções de libruby.so não têm nomes: não se sabe onde suas threads guardam seus quadros',
  ],
  [
    '38 % of the samples ran in code that is interpreted or was made at run time, and that is not understood (shop: Lua is not read, so the functions of its runtime are counted as those of the program)',
    '38 % das amostras rodaram em código interpretado ou gerado em tempo de execução que não é compreendido (shop: Lua não é lido; por isso as funções do seu runtime são contadas como as do programa)',
  ],
  [
    '100 % of the samples ran in code that is interpreted or was made at run time, and that is not understood (no runtime that made it was recognised)',
    '100 % das amostras rodaram em código interpretado ou gerado em tempo de execução que não é compreendido (nenhum runtime que o gerou foi reconhecido)',
  ],
  [
    'most functions of app have no names in 2.0 and are compared as one',
    'a maioria das funções de app não tem nome em 2.0; elas são comparadas como uma só',
  ],
  [
    'a capture of 2.0 measured two builds of /srv/app at once; CPU time is compared between the processes of /srv/app 12 and of /srv/app 34, per second and at most suspected, because the work of one build is not known',
    'uma captura de 2.0 mediu dois builds de /srv/app ao mesmo tempo; o tempo de CPU é comparado entre os processos de /srv/app 12 e de /srv/app 34, por segundo e no máximo como suspeita, porque o trabalho de um só build não é conhecido',
  ],
  ['measured on different architectures: x86_64 and aarch64', 'medidos em arquiteturas diferentes: x86_64 e aarch64'],
  [
    'captures of 2.0 ran different executables: /srv/a 12 and /srv/a 34',
    'capturas de 2.0 executaram binários diferentes: /srv/a 12 e /srv/a 34',
  ],
  [
    '1 key has fewer than 10 durations on a side and cannot be compared',
    '1 chave tem menos de 10 durações de um lado e não pode ser comparada',
  ],
  [
    '3 events were lost in 1.0: a key that it did not show may have happened',
    '3 eventos se perderam em 1.0: uma chave que não apareceu nela pode ter ocorrido',
  ],
])('%s', (english, portuguese) => {
  expect(translateSentence(english)).toBe(portuguese);
});

test('leaves a sentence alone that it does not know', () => {
  expect(translateSentence('perf_event_open is not permitted.')).toBeUndefined();
});

test.each([
  ['cpu_stacks', { cpu_stacks: sampled([]) }],
  ['cpu_time', { cpu_time: { total_ns: 0, blocks_ns: blocksOf(0), threads: [] } }],
  ['syscalls', { syscalls: { calls: [], cut: 0 } }],
  ['files', { files: { opens: [], cut: 0 } }],
  ['file_changes', { file_changes: { changes: [], cut: 0 }, syscalls: { calls: [called('mkdir')], cut: 0 } }],
  ['file_io', { file_io: { transfers: [], cut: 0 }, syscalls: { calls: [called('read')], cut: 0 } }],
  [
    'processes',
    {
      syscalls: { calls: [called('execve', 10), called('openat', 9)], cut: 0 },
      processes: { programs: [], exits: [ended('app')], cut: 0 },
    },
  ],
] satisfies [AxisId, CollectorAxes][])('says what contradicts a zero of %s', (axis, contradicted) => {
  const { axes, probes } = bundleWith(contradicted);
  const why = axes.find((one) => one.axis === axis)?.why ?? [];
  expect(why.length).toBeGreaterThan(0);
  for (const one of why) expect(translateSentence(one)).toMatch(/^\w+: Estava ativa, mas nenhum.* embora .*\.$/u);
  const missing = tallyProbes(probes).missing.map((one) => translateSentence(one.why));
  expect(missing).toContainEqual(expect.stringMatching(/ Capture de novo; se isso se repetir, relate /u));
});
