/** What only the new version does, in the order in which somebody should ask whether it is meant. */
import { readPeer } from '../../causes/evidence/peers.ts';
import type { Evidence } from '../../causes/evidence/evidence.ts';
import { en, pt, shorten, text } from '../../causes/evidence/words.ts';
import type { Finding, Fresh, Text } from '../../diff/summary.ts';

const asked = ['capabilities', 'processes', 'executable_memory', 'network', 'files', 'file_changes'];
/** Of each axis; the others are counted. */
const named = 3;

export function listFresh({ findings }: { readonly findings: readonly Finding[] }, evidence: Evidence): Fresh[] {
  return asked.flatMap((axis): Fresh[] => {
    const keys = findings.filter((one) => one.state === 'new' && one.axis === axis).map(({ key }) => key);
    const rows = evidence
      .moved(axis)
      .filter(({ key, state }) => state === 'new' && keys.includes(key) && isAsked(axis, key));
    return rows.slice(0, named).map(({ key, perSecond }, at) => ({
      axis,
      key,
      text: sayOften(sayFresh(axis, key), perSecond.after),
      others: at === 0 ? Math.max(0, rows.length - named) : 0,
    }));
  });
}

/** What the kernel says of a process itself and of its limits: runtimes read it from time to time. */
const ofItself = /^\/(?:proc\/(?:self|thread-self)|sys\/fs\/cgroup)\//u;

/** How a program ends, and a file that is not there, widen nobody's reach. */
function isAsked(axis: string, key: string): boolean {
  if (axis === 'files' && ofItself.test(key)) return false;
  if (axis === 'processes') return key.startsWith('start ');
  if (axis === 'network') return !key.startsWith('accept ');
  return !/ E[A-Z]+$/u.test(key);
}

function sayOften(what: Text, rate: number): Text {
  return text(`${what.en} (${en.number(rate)}/s)`, `${what['pt-BR']} (${pt.number(rate)}/s)`);
}

/** The key of a row in words; one of a kind that is not known stays as it is. */
export function sayFresh(axis: string, key: string): Text {
  const words = key.split(' ');
  switch (axis) {
    case 'capabilities':
      return text(`the privilege ${key}`, `o privilégio ${key}`);
    case 'processes': {
      const name = key.slice('start '.length);
      return text(`the program ${name}`, `o programa ${name}`);
    }
    case 'network': {
      const name = readPeer(key)?.name ?? key;
      return text(`a connection to ${name}`, `uma conexão com ${name}`);
    }
    case 'files':
      return sayFile(words.slice(0, -1).join(' '), words.at(-1) ?? '');
    case 'file_changes':
      return sayChange(words.slice(1).join(' '), words[0] ?? '');
    case 'executable_memory':
      return sayMemory(words);
    default:
      return text(key, key);
  }
}

type Pair = readonly [en: string, pt: string];

/** As the file was opened. */
const opened: Readonly<Record<string, Pair>> = {
  read: ['read', 'lido'],
  write: ['written', 'gravado'],
  read_write: ['read and written', 'lido e gravado'],
};

function sayFile(path: string, op: string): Text {
  const [english, portuguese] = opened[op] ?? [op, op];
  const name = shorten(path, longestPath);
  return text(`the file ${name}, ${english}`, `o arquivo ${name}, ${portuguese}`);
}

/** Before the path. */
const changed: Readonly<Record<string, Pair>> = {
  chmod: ['changed permissions of', 'permissões alteradas de'],
  chown: ['a changed owner of', 'dono alterado de'],
  link_from: ['a hard link made of', 'um link físico criado de'],
  link_to: ['the new hard link', 'o novo link físico'],
  mkdir: ['the new directory', 'o novo diretório'],
  mknod: ['the new device or pipe', 'o novo dispositivo ou pipe'],
  rename_from: ['the renamed file', 'o arquivo renomeado'],
  rename_to: ['a file renamed to', 'um arquivo renomeado para'],
  rmdir: ['the removed directory', 'o diretório removido'],
  symlink: ['the new symbolic link', 'o novo link simbólico'],
  truncate: ['the truncated file', 'o arquivo truncado'],
  unlink: ['the removed file', 'o arquivo removido'],
};

function sayChange(path: string, op: string): Text {
  const [english, portuguese] = changed[op] ?? [op, op];
  const name = shorten(path, longestPath);
  return text(`${english} ${name}`, `${portuguese} ${name}`);
}

const longestPath = 60;

const areas: Readonly<Record<string, Pair>> = {
  anonymous: ['anonymous', 'anônima'],
  heap: ['heap', 'heap'],
  stack: ['stack', 'pilha'],
  file: ['of a file', 'de um arquivo'],
  unlinked_file: ['of a removed file', 'de um arquivo removido'],
  none: ['not mapped before', 'não mapeada antes'],
  unknown: ['unknown', 'desconhecida'],
  writable: ['writable', 'gravável'],
};

function sayMemory([call = '', ...facts]: readonly string[]): Text {
  const said = facts.map((one) => areas[one] ?? ([one, one] as const));
  const english = said.map(([first]) => first).join(', ');
  const portuguese = said.map(([, second]) => second).join(', ');
  return text(`executable memory by ${call} (${english})`, `memória executável por ${call} (${portuguese})`);
}
