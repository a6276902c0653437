/** The shapes in which `architecture.ts` and its tables of floors say who may import whom. */

/** A row of `architecture.ts`. */
export interface Layer {
  readonly name: string;
  /** Matches a path from the repository root; `<id>` captures one folder name. */
  readonly path: string;
  /** Names of layers; its own name, if folders of the same layer may import one another. */
  readonly mayImport: readonly string[];
  /** npm packages allowed; `undefined` means any declared dependency. */
  readonly packages?: readonly string[];
  readonly because: string;
}

export interface Row {
  /** In the root of the house; empty for the files that lie in no folder. */
  readonly folder: string;
  /** Other folders of the house. */
  readonly mayImport: readonly string[];
  /** What would go wrong otherwise. */
  readonly because: string;
}

interface Folder extends Row {
  /** Layers of `architecture.ts`. */
  readonly outside: readonly string[];
  /** npm packages. */
  readonly packages: readonly string[];
  /** Files that others with such a list may import, without their ending. Folders of higher floors import any of its files. */
  readonly exports?: readonly string[];
}

export interface Floor<R extends Row = Folder> {
  readonly name: string;
  readonly holds: string;
  readonly folders: readonly R[];
}

/**
 * The folders of a part of the product, floor by floor from below. A folder imports what its row lists: folders of its own
 * floor and of those below it, types included, so that no import leads back. `architecture.test.ts` holds each folder to
 * its row, and the drawings in ARCHITECTURE.md are made from these rows.
 */
export interface House {
  /** From the root of the repository. */
  readonly root: string;
  /** What the names of its rows in `architecture.ts` begin with. */
  readonly name: string;
  /** The name of the row of the files that lie in no folder. */
  readonly loose: string;
  readonly floors: readonly Floor[];
}

/** The same as rows of `architecture.ts`. */
export function layersOf({ root, name, loose, floors }: House): Layer[] {
  const nameOf = (folder: string): string => (folder === '' ? loose : `${name} ${folder}`);
  return floors.flatMap(({ folders }) =>
    folders.map(({ folder, mayImport, outside, packages, because }) => ({
      name: nameOf(folder),
      path: folder === '' ? root : `${root}/${folder}`,
      mayImport: [...outside, ...mayImport.map(nameOf)],
      packages,
      because,
    })),
  );
}
