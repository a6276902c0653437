/** Errors that say what happened and what a person must do, and what the log makes of them. */
export interface Explanation {
  /** Of the system or of Node, such as `ECONNREFUSED`, or one of ours. */
  readonly code: string;
  readonly cause: string;
  readonly remedy: string;
}

interface ExplainedError extends Error {
  readonly code?: string;
  /** A sentence. */
  readonly because: string;
  readonly remedy: string;
}

/** Undefined for an error that nobody foresaw: then the error itself is logged. */
export function explanationOf(error: unknown): Explanation | undefined {
  return isExplained(error)
    ? { code: error.code ?? error.name, cause: error.because, remedy: error.remedy }
    : undefined;
}

function isExplained(error: unknown): error is ExplainedError {
  return (
    error instanceof Error &&
    'because' in error &&
    typeof error.because === 'string' &&
    'remedy' in error &&
    typeof error.remedy === 'string'
  );
}
