/** No connection could be made, and somebody can do something about it. */
export class DialFailure extends Error {
  override readonly name = 'DialFailure';
  /** Imperative: what a person must do. */
  readonly remedy: string;

  constructor(message: string, { remedy, cause }: { readonly remedy: string; readonly cause: unknown }) {
    super(message, { cause });
    this.remedy = remedy;
  }
}
