/** What the identity of each side of a comparison rests on, in one sentence for each language. */
import type { Diff } from '../diff.ts';

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
}

/** Digits of a digest that are shown: as many as tools for images show. */
const shownDigits = 'sha256:'.length + 12;

export function sayIdentity(
  before: Side,
  after: Side,
  identity: Diff['identity'],
): Diff['identity_basis']['sentences'] {
  return { en: write(before, after, identity, english), 'pt-BR': write(before, after, identity, portuguese) };
}

function write(before: Side, after: Side, identity: Diff['identity'], say: IdentityPhrases): string {
  const isAlike = before.basis.by === after.basis.by;
  const sentences = isAlike ? [sayBasis([before, after], say)] : [sayBasis([before], say), sayBasis([after], say)];
  const runtimes = [...new Set([...before.basis.runtimes, ...after.basis.runtimes])].join(', ');
  return [...(identity === 'same_runtime' ? [say.sameRuntime(runtimes)] : []), ...sentences].join(' ');
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
};

function subjectPt(versions: readonly string[]): string {
  return versions.length === 1 ? `${versions[0] ?? ''} é identificada` : `${versions.join(' e ')} são identificadas`;
}
