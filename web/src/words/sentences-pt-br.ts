/** Portuguese for the sentences of a comparison that arrive in English and have no code: caveats and reasons. */
import { translatePhrase, translateSentences } from './translate-collector.ts';

type Write = (...parts: string[]) => string | undefined;

const differing: Readonly<Record<string, string>> = {
  kernel: 'o kernel',
  'CPU model': 'o modelo de CPU',
  'number of CPUs': 'o número de CPUs',
  'warm-up in seconds': 'o aquecimento em segundos',
  'number of processes': 'o número de processos',
  'CPU quota in cores': 'a cota de CPU em núcleos',
  'frequency governor': 'o governador de frequência',
  virtualization: 'a virtualização',
};
const outcomes: Readonly<Record<string, string>> = {
  failed: 'falhou',
  nothing_to_push: 'não tinha nada a enviar',
};

/** "a and b", of values that hold no such word themselves. */
const both = (text: string): string => text.replaceAll(' and ', ' e ').replaceAll('no limit', 'sem limite');

function state(word: string, why: string): string {
  if (word === 'measured') return 'medido';
  return `${word === 'not measured' ? 'não medido' : 'medido em parte'} (${all(why, '; ')})`;
}

const replicates = (text: string): string =>
  both(text).replaceAll(' replicates of ', ' réplicas de ').replaceAll(' replicate of ', ' réplica de ');

const occasions = (text: string): string =>
  text
    .replaceAll(' has ', ' tem ')
    .replaceAll(' captures', ' capturas')
    .replaceAll(' capture', ' captura')
    .replaceAll(' occasions', ' ocasiões')
    .replaceAll(' occasion', ' ocasião');

const waitedFor: Readonly<Record<string, string>> = { 'a CPU': 'uma CPU', memory: 'memória', 'a disk': 'um disco' };

/** "1 of 3 captures of v2". */
function leftOut(text: string): string {
  const some = text
    .replace(' of ', ' de ')
    .replace(/ (captures?) of /u, (_, captures: string) => ` ${captures === 'capture' ? 'captura' : 'capturas'} de `);
  return `${some} ${text.startsWith('1 ') ? 'ficou' : 'ficaram'} de fora`;
}

const states = '(measured|not measured|measured in part)(?: \\((.*)\\))?';

/** "v2: not measured (why)": what one side has of an axis. */
const factPattern = new RegExp(`^(\\S+): ${states}$`, 'su');

function fact(text: string): string {
  const [, version = '', word = '', why = ''] = factPattern.exec(text) ?? [];
  return version === '' ? text : `${version}: ${state(word, why)}`;
}

const contradictions: Readonly<Record<string, string>> = {
  'no stack was sampled although the scheduler shows that the target ran':
    'nenhuma pilha foi amostrada, embora o escalonador mostre que o alvo rodou',
  'no CPU time was counted although stacks were sampled on the CPU':
    'nenhum tempo de CPU foi contado, embora pilhas tenham sido amostradas na CPU',
  'no file was counted although system calls that open files returned':
    'nenhum arquivo foi contado, embora chamadas de sistema que abrem arquivos tenham retornado',
  'no change was counted although system calls that change files returned':
    'nenhuma mudança foi contada, embora chamadas de sistema que mudam arquivos tenham retornado',
  'no call was counted although system calls that read and write returned':
    'nenhuma chamada foi contada, embora chamadas de sistema que leem e gravam tenham retornado',
  'no program was counted although system calls that start programs returned':
    'nenhum programa foi contado, embora chamadas de sistema que iniciam programas tenham retornado',
  'no system call was counted although files were opened':
    'nenhuma chamada de sistema foi contada, embora arquivos tenham sido abertos',
};

/** "12: why": how many stacks end early so. */
function ending(text: string): string | undefined {
  const [, count = '', why = ''] = /^(\d+): (.+)$/su.exec(text) ?? [];
  const translated = translatePhrase(why);
  return translated === undefined ? undefined : `${count}: ${translated}`;
}

/** The first pattern that matches a whole sentence and knows its parts writes it. */
const patterns: readonly (readonly [RegExp, Write])[] = [
  [
    /^(.+); (CPU time, )?waits and durations are at most suspected$/su,
    (what = '', withCpu = '') =>
      `${translateSentence(what) ?? what}; ${withCpu === '' ? '' : 'tempo de CPU, '}esperas e durações são no máximo suspeitas`,
  ],
  [
    /^the hypervisor kept (\d+ %) of the CPU time of the machine from (.+)$/su,
    (share, version) => `o hipervisor reteve ${share} do tempo de CPU da máquina durante ${version}`,
  ],
  [
    /^the CPU quota stopped the target in (\d+ %) of the periods of (.+) and (\d+ %) of those of (.+)$/su,
    (a, before, b, after) => `a cota de CPU parou o alvo em ${a} dos períodos de ${before} e em ${b} dos de ${after}`,
  ],
  [
    /^tasks of the machine waited for (a CPU|memory|a disk) in (\d+ % of the time of .+) and (\d+ % of that of .+)$/su,
    (what = '', before = '', after = '') =>
      `tarefas da máquina esperaram por ${waitedFor[what] ?? what} em ${before.replace('of the time of', 'do tempo de')} e em ${after.replace('of that of', 'do de')}`,
  ],
  [
    /^most captures of (.+) began less than (\d+) s after the target had started, and most of (.+) did not$/su,
    (young, seconds, other) =>
      `a maioria das capturas de ${young} começou menos de ${seconds} s depois do início do alvo, e a maioria das de ${other} não`,
  ],
  [
    /^(\d+) of (\d+) captures of (.+) also ran (.+), which is counted with the target$/su,
    (some, of, version, which = '') =>
      `${some} de ${of} capturas de ${version} também executaram ${both(which)}, que é contado com o alvo`,
  ],
  [
    /^waits of goroutines for locks are not measured in programs built with Go (\S.*): that needs Go 1\.18 or newer, built in the usual way$/su,
    (version) =>
      `as esperas de goroutines por locks não são medidas em programas compilados com Go ${version}: é preciso Go 1.18 ou mais recente, compilado da forma usual`,
  ],
  [
    /^captures do not distinguish the same functions \((\d+ of \d+ of .+, \d+ of \d+ of .+) have less detail\): (.+)$/su,
    (counted = '', hint = '') =>
      `as capturas não distinguem as mesmas funções (${counted.replaceAll(' of ', ' de ')} têm menos detalhe): ${translateSentences(hint) ?? hint}`,
  ],
  [/^(.+) differs: (.+)$/su, (what = '', values = '') => `difere ${differing[what] ?? what}: ${both(values)}`],
  [
    /^the load of the two sides differs by a factor of (.+)$/u,
    (by) => `a carga dos dois lados difere por um fator de ${by}`,
  ],
  [
    /^the (\d+) captures of (.+) were taken in a row, within (\d+) minutes?: what the machine did in that time may explain a difference$/su,
    (captures, version, minutes) =>
      `as ${captures} capturas de ${version} foram feitas em seguida, em ${minutes} ${minutes === '1' ? 'minuto' : 'minutos'}: o que a máquina fez nesse tempo pode explicar uma diferença`,
  ],
  [
    new RegExp(`^(\\d+ of \\d+ captures? of .+) (?:is|are) left out: ${states}$`, 'su'),
    (some = '', word = '', why = '') => `${leftOut(some)}: ${state(word, why)}`,
  ],
  [
    /^(\d+ of \d+ captures? of .+) (?:is|are) left out: measured on another architecture \((.+)\)$/su,
    (some = '', which = '') => `${leftOut(some)}: medição em outra arquitetura (${both(which)})`,
  ],
  [
    /^it did not measure (.+) completely, as another capture of the version did$/su,
    (which) => `não mediu ${which} por completo, como outra captura da versão`,
  ],
  [/^(\S+: (?:not )?measured.*); (\S+: (?:not )?measured.*)$/su, (a = '', b = '') => `${fact(a)}; ${fact(b)}`],
  [
    /^The capture was measured and pushed\. (\d+) of (\d+) axes; fully instrumented\.$/u,
    (some, all) => `A captura foi medida e enviada. ${some} de ${all} eixos; instrumentação completa.`,
  ],
  [
    /^The capture was measured and pushed\. (\d+) of (\d+) axes; (\d+) of (\d+) probes\.$/u,
    (some, all, measured, probes) =>
      `A captura foi medida e enviada. ${some} de ${all} eixos; ${measured} de ${probes} sondas.`,
  ],
  [
    /^measured on different architectures: (.+)$/u,
    (which = '') => `medidos em arquiteturas diferentes: ${both(which)}`,
  ],
  [/^measured by different probes: (.+)$/u, (which = '') => `medidos por sondas diferentes: ${both(which)}`],
  [
    /^keys were made by different aggregators \((.+)\)$/u,
    (which = '') => `as chaves foram formadas por agregadores diferentes (${both(which)})`,
  ],
  [
    /^measured by probes whose numbers mean something else: (.+)$/u,
    (which = '') => `medidos por sondas cujos números significam outra coisa: ${both(which)}`,
  ],
  [
    /^measured with different probe programs \(collector (.+)\)$/u,
    (which = '') => `medidos com programas de sonda diferentes (coletor ${both(which)})`,
  ],
  [
    /^two captures measured the same machine at the same time$/u,
    () => 'duas capturas mediram a mesma máquina ao mesmo tempo',
  ],
  [
    /^captures of (.+?) ran different executables: (.+)$/u,
    (version, which = '') => `capturas de ${version} executaram binários diferentes: ${both(which)}`,
  ],
  [
    /^a capture of (.+?) measured two builds of (.+) at once$/u,
    (version, path) => `uma captura de ${version} mediu dois builds de ${path} ao mesmo tempo`,
  ],
  [
    /^(\d+) keys? (?:has|have) fewer than (\d+) durations on a side and cannot be compared$/u,
    (keys, least) =>
      `${keys} ${keys === '1' ? 'chave tem' : 'chaves têm'} menos de ${least} durações de um lado e não ${keys === '1' ? 'pode ser comparada' : 'podem ser comparadas'}`,
  ],
  [
    /^(\d+) events? (?:was|were) lost in (.+): a key that it did not show may have happened$/su,
    (lost, version) =>
      `${lost} ${lost === '1' ? 'evento se perdeu' : 'eventos se perderam'} em ${version}: uma chave que não apareceu nela pode ter ocorrido`,
  ],
  [
    /^no noise floor: (.+?) missing(?: \((.+): captures too close to each other count as one\))?; request them .*$/u,
    (missing = '', close = '') =>
      `sem piso de ruído: falta ${replicates(missing)}${close === '' ? '' : ` (${occasions(close)}: capturas próximas demais contam como uma)`}; peça-as (tipo réplica). Até lá são medições, não um veredito.`,
  ],
  [/^(.+) is the latest version captured before (.+)$/u, (a, b) => `${a} é a última versão capturada antes de ${b}`],
  [/^version (.+) was asked for$/u, (version) => `a versão ${version} foi pedida`],
  [/^it has no outcome yet$/u, () => 'ainda não tem resultado'],
  [/^its outcome is (\w+)$/u, (outcome = '') => `a captura ${outcomes[outcome] ?? outcome}`],
  [/^the collector wrote no data for this axis$/u, () => 'o coletor não gravou dados para este eixo'],
  [/^this axis was not part of the capture$/u, () => 'este eixo não fez parte da captura'],
  [/^(\S+): (\d+) of (\d+) events were lost$/u, (probe, lost, of) => `${probe}: ${lost} de ${of} eventos se perderam`],
  [/^only (\d+) % of the requested window was measured$/u, (share) => `só ${share} % da janela pedida foi medida`],
  [
    /^the functions of (.+?) have no names: (.+)$/u,
    (name, why = '') => `as funções de ${name} não têm nomes: ${translatePhrase(why) ?? why}`,
  ],
  [
    /^(\d+) % of the samples ran in code that is interpreted or was made at run time, and that is not understood \((.+)\)$/u,
    (share, cause = '') =>
      `${share} % das amostras rodaram em código interpretado ou gerado em tempo de execução que não é compreendido (${causeOfUnread(cause)})`,
  ],
  [
    /^most functions of (.+) have no names in (.+) and are compared as one$/u,
    (module, version) =>
      `a maioria das funções de ${module} não tem nome em ${version}; elas são comparadas como uma só`,
  ],
  [/^(\d+) of (\d+) stacks show no function$/u, (some, of) => `${some} de ${of} pilhas não mostram nenhuma função`],
  [
    /^in (\d+) of (\d+) stacks Python frames are missing$/u,
    (some, of) => `em ${some} de ${of} pilhas faltam quadros do Python`,
  ],
  [
    /^(\d+) of (\d+) stacks do not reach their root(?: \((.+)\))?$/su,
    (some, of, why = '') =>
      `${some} de ${of} pilhas não chegam à raiz${why === '' ? '' : ` (${all(why, '; ', ending)})`}`,
  ],
  [/^the rate of the sampling clock was not measured$/u, () => 'a frequência do relógio de amostragem não foi medida'],
  [
    /^no executable is known for (\d+) % of it$/u,
    (share) => `não se conhece o executável de ${share} % do que foi medido`,
  ],
  [
    /^too noisy here: (\d+) of (\d+) comparisons of captures of one version called something changed$/u,
    (wrong, of) =>
      `ruído demais aqui: ${wrong} de ${of} comparações de capturas de uma mesma versão deram algo como alterado`,
  ],
  [
    /^captures of (.+?) ran different images: (.+)$/u,
    (version, which = '') => `capturas de ${version} executaram imagens diferentes: ${both(which)}`,
  ],
  [
    /^(.+); CPU time is compared between the processes of (.+), per second and at most suspected, because the work of one build is not known$/su,
    (mixed = '', builds = '') =>
      `${translateSentence(mixed) ?? mixed}; o tempo de CPU é comparado entre os processos de ${both(builds).replaceAll(' e of ', ' e de ')}, por segundo e no máximo como suspeita, porque o trabalho de um só build não é conhecido`,
  ],
  [/^nothing to compare$/u, () => 'nada a comparar'],
  [
    /^It was attached, but (.+?)\.( Capture again; if it repeats, report the kernel version\.)?$/su,
    (why = '', fix = '') => {
      const because = contradictions[why];
      const remedy = fix === '' ? '' : ' Capture de novo; se isso se repetir, relate a versão do kernel.';
      return because && `Estava ativa, mas ${because}.${remedy}`;
    },
  ],
  // A probe, and why it did not measure.
  [
    /^([a-z][\w.]*): (.+)$/su,
    (probe, why = '') => {
      const reason = translateSentence(why);
      return reason && `${probe}: ${reason}`;
    },
  ],
  [
    /^(\d+) keys were cut at the limit of (\d+)$/u,
    (keys, most) => `${keys} chaves foram cortadas no limite de ${most}`,
  ],
  [
    /^(\d+) answers (were given on ports|came from peers) beyond those that are listed$/u,
    (answers, by) =>
      `${answers} respostas ${by === 'came from peers' ? 'vieram de pares além dos' : 'foram dadas em portas além das'} que estão na lista`,
  ],
];

/** Undefined of a sentence that is not known: it stays English, and is marked as such. */
export function translateSentence(text: string): string | undefined {
  for (const [pattern, write] of patterns) {
    const [whole, ...parts] = pattern.exec(text) ?? [];
    const written = whole === undefined ? undefined : write(...parts.map((part) => part ?? ''));
    if (written !== undefined) return written;
  }
  return translateSentences(text);
}

/** What is not known of a list stays as it is. What is known may have in it what is between two others. */
function all(text: string, between: string, translate = translateSentence): string {
  const parts = text.split(between);
  const written: string[] = [];
  while (parts.length > 0) {
    const known = parts.map((_, at) => translate(parts.slice(0, at + 1).join(between)));
    const last = known.findIndex((one) => one !== undefined);
    written.push(known[last] ?? parts[0] ?? '');
    parts.splice(0, Math.max(1, last + 1));
  }
  return written.join(between);
}

/** File and problem of each runtime, or that there is none. */
function causeOfUnread(cause: string): string {
  if (cause === 'no runtime that made it was recognised') return 'nenhum runtime que o gerou foi reconhecido';
  const parts = cause.split('; ').map((part) => {
    const [, name = '', why = ''] = /^(.+?): (.+)$/u.exec(part) ?? [];
    return name === '' ? part : `${name}: ${translatePhrase(why) ?? why}`;
  });
  return parts.join('; ');
}
