import { expect, test } from 'vitest';
import { explainCuts, maxKeysPerAxis } from '../../../profiler/witness/axis-reasons.ts';
import { isPaired, pairCaptures } from '../../../profiler/witness/baseline.ts';
import { explainNoiseFloor } from '../../../profiler/witness/noise-floor.ts';
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

test('says what was cut', () => {
  expect(explainCuts(7).map(translateSentence)).toEqual([`7 chaves foram cortadas no limite de ${maxKeysPerAxis}`]);
});

test.each([
  ['kernel differs: 6.1.0 and 6.8.0', 'difere o kernel: 6.1.0 e 6.8.0'],
  ['warm-up in seconds differs: 0 and 5', 'difere o aquecimento em segundos: 0 e 5'],
  ['the load of the two sides differs by a factor of 2.40', 'a carga dos dois lados difere por um fator de 2.40'],
  [
    'v1: measured; v2: measured in part (net: 4 of 90 events were lost; perf is not permitted)',
    'v1: medido; v2: medido em parte (net: 4 de 90 eventos se perderam; perf is not permitted)',
  ],
  [
    'a replicate of 2.0 is left out: not measured (this axis was not part of the capture)',
    'uma réplica de 2.0 ficou de fora: não medido (este eixo não fez parte da captura)',
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
