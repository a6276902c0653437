/** No connection could be made, and somebody can do something about it. */
export class DialFailure extends Error {
  override readonly name = 'DialFailure';
  readonly code: string;
  /** Imperative: what a person must do. */
  readonly remedy: string;

  constructor({ code, remedy }: { readonly code: string; readonly remedy: string }, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.remedy = remedy;
  }
}
