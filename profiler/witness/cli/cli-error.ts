/** What a command says to the person who called it, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
