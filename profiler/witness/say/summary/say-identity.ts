/** What the identity of each side of a comparison rests on, in one sentence for each language. */
import type { Diff } from '../../diff/diff.ts';
import type { SideIdentity } from '../../judge/identity/judge-identity.ts';

interface Side {
  readonly version: string;
  readonly basis: Diff['identity_basis']['baseline'];
}

interface IdentityPhrases {
  readonly and: string;
  /** Of one version, or of both together. */
  readonly executables: (versions: readonly string[], names: string) => string;
  readonly image: (versions: readonly string[], digests: string) => string;
  readonly version: (versions: readonly string[]) => string;
  readonly sameRuntime: (names: string) => string;
  readonly otherImages: (names: string) => string;
  readonly otherLibraries: (names: string) => string;
  readonly oneImage: string;
  readonly sameImage: (digest: string) => string;
  readonly noImage: string;
  /** Equal executables ran code that is not in them: which. */
  readonly elsewhere: (modules: string) => string;
  /** Nobody knows what code ran. */
  readonly notSampled: string;
}

/** Digits of a digest that are shown: as many as tools for images show. */
const shownDigits = 'sha256:'.length + 12;

export function sayIdentity(
  before: Side,
  after: Side,
  side: Pick<SideIdentity, 'identity' | 'beyond'>,
): Diff['identity_basis']['sentences'] {
  return { en: write(before, after, side, english), 'pt-BR': write(before, after, side, portuguese) };
}

function write(
  before: Side,
  after: Side,
  { identity, beyond }: Pick<SideIdentity, 'identity' | 'beyond'>,
  say: IdentityPhrases,
): string {
  const isAlike = before.basis.by === after.basis.by;
  const sentences = isAlike ? [sayBasis([before, after], say)] : [sayBasis([before], say), sayBasis([after], say)];
  const runtimes = [...new Set([...before.basis.runtimes, ...after.basis.runtimes])].join(', ');
  const first = identity === 'same_runtime' ? [say.sameRuntime(runtimes)] : [];
  const code = sayCode([before, after], beyond, say);
  return [...first, ...sentences, ...sayBeyond(before, beyond, say), ...code].join(' ');
}

/** Of equal executables: what they ran that is not theirs. */
function sayCode(sides: readonly Side[], beyond: SideIdentity['beyond'], say: IdentityPhrases): string[] {
  if (beyond === undefined) return [];
  const codes = sides.flatMap(({ basis: { code } }) => code ?? []);
  if (codes.some(({ from }) => from === 'elsewhere')) return [say.elsewhere(modulesOf(sides))];
  return codes.some(({ from }) => from === 'unknown') ? [say.notSampled] : [];
}

function modulesOf(sides: readonly Side[]): string {
  return [...new Set(sides.flatMap(({ basis: { code } }) => code?.modules ?? []))].join(', ');
}

/** What says that equal executables are the same program, or why they may not be. */
function sayBeyond({ basis }: Side, beyond: SideIdentity['beyond'], say: IdentityPhrases): string[] {
  if (beyond === undefined) return [];
  const { images, libraries } = beyond;
  const others = libraries.length === 0 ? [] : [say.otherLibraries(libraries.join(', '))];
  if (images === 'different') return [say.otherImages(basis.executables.join(', ')), ...others];
  if (images === 'one_side') return [say.oneImage, ...others];
  if (others.length > 0) return others;
  return [images === 'same' ? say.sameImage((basis.image ?? '').slice(0, shownDigits)) : say.noImage];
}

/** Sides with the same basis. */
function sayBasis(sides: readonly Side[], say: IdentityPhrases): string {
  const versions = sides.map(({ version }) => version);
  const [by] = sides.map(({ basis }) => basis.by);
  if (by === 'version' || by === undefined) return say.version(versions);
  if (by === 'image') {
    const digests = sides.map(({ basis: { image = '' } }) => image.slice(0, shownDigits));
    return say.image(versions, [...new Set(digests)].join(say.and));
  }
  const names = sides.map(({ basis: { executables } }) => executables.join(', '));
  return say.executables(versions, [...new Set(names)].join(say.and));
}

const english: IdentityPhrases = {
  and: ' and ',
  executables: (versions, names) => `${subjectEn(versions)} identified by what ran: ${names}.`,
  image: (versions, digests) => `${subjectEn(versions)} identified by image: ${digests}.`,
  version: (versions) =>
    `${subjectEn(versions)} identified by the version in the request alone: the executables do not hold the program, and no image digest was given with every capture.`,
  sameRuntime: (names) => `Both sides ran the same runtime (${names}).`,
  otherImages: (names) => `Both ran the same executables (${names}) in different images, which may differ in all else.`,
  otherLibraries: (names) => `The sides ran different builds of ${names}.`,
  oneImage: 'The image digest of only one side is known, so that libraries and other files may differ.',
  sameImage: (digest) => `Both were requested with the same image${digest === '' ? '' : ` (${digest})`}.`,
  noImage: 'No image digest was given: libraries were compared as far as they were sampled, other files were not.',
  elsewhere: (modules) =>
    `Both also ran code that is not known to be of the executables (${modules}): it may differ although they are the same.`,
  notSampled: 'CPU stacks were not measured completely, so that nobody knows which code ran.',
};

function subjectEn(versions: readonly string[]): string {
  return `${versions.join(' and ')} ${versions.length === 1 ? 'is' : 'are'}`;
}

const portuguese: IdentityPhrases = {
  and: ' e ',
  executables: (versions, names) => `${subjectPt(versions)} pelo que foi executado: ${names}.`,
  image: (versions, digests) => `${subjectPt(versions)} pela imagem: ${digests}.`,
  version: (versions) =>
    `${subjectPt(versions)} apenas pela versão informada no pedido: os executáveis não contêm o programa, e nem toda captura informou o digest da imagem.`,
  sameRuntime: (names) => `Os dois lados executaram o mesmo runtime (${names}).`,
  otherImages: (names) =>
    `Os dois lados executaram os mesmos binários (${names}) em imagens diferentes, que podem diferir em todo o resto.`,
  otherLibraries: (names) => `Os lados executaram builds diferentes de ${names}.`,
  oneImage: 'O digest da imagem de um só lado é conhecido: bibliotecas e outros arquivos podem diferir.',
  sameImage: (digest) => `Os dois lados foram pedidos com a mesma imagem${digest === '' ? '' : ` (${digest})`}.`,
  noImage:
    'Nenhum digest de imagem foi informado: as bibliotecas foram comparadas até onde foram amostradas; outros arquivos, não.',
  elsewhere: (modules) =>
    `Os dois também executaram código que não se sabe ser dos executáveis (${modules}): ele pode diferir embora eles sejam os mesmos.`,
  notSampled: 'As pilhas de CPU não foram medidas por completo: não se sabe que código foi executado.',
};

function subjectPt(versions: readonly string[]): string {
  return versions.length === 1 ? `${versions[0] ?? ''} é identificada` : `${versions.join(' e ')} são identificadas`;
}
