/** How the files of a release came to be: a statement of in-toto with the predicate of SLSA 1.0. */
import type { Part } from './list-parts.ts';
import { toPurl } from './write-sbom.ts';

export interface BuildFacts {
  readonly tag: string;
  readonly revision: string;
  /** Whether the sources differ from that revision; the statement then says so. */
  readonly isChanged: boolean;
  readonly architectures: readonly string[];
  /** Seconds since 1970 that every file is dated with. */
  readonly date: number;
  /** Who built it: a URI. */
  readonly builder: string;
  readonly parts: readonly Part[];
}

export interface Subject {
  readonly name: string;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** What a release is built from when its working tree was changed: no one can build that again. */
export const changedSource = { changed: true } as const;

function makePredicate({ tag, revision, isChanged, architectures, date, builder, parts }: BuildFacts) {
  const unique = new Map(parts.map((part) => [toPurl(part), part.digest]));
  return {
    buildDefinition: {
      buildType: 'urn:farol:release:1',
      externalParameters: { tag, architectures },
      internalParameters: { source_date_epoch: date },
      resolvedDependencies: [
        { name: 'source', digest: { gitCommit: revision }, ...(isChanged && { annotations: changedSource }) },
        ...[...unique]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([uri, { algorithm, value }]) => ({ uri, digest: { [algorithm]: value } })),
      ],
    },
    runDetails: { builder: { id: builder } },
  };
}

export function makeStatement(facts: BuildFacts, subjects: readonly Subject[]) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: makePredicate(facts),
  };
}
