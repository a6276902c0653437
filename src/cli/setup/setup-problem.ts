/** Why a setup cannot go on, in sentences for the person at the terminal. Nothing was changed by what threw it. */
export class SetupProblem extends Error {
  override readonly name = 'SetupProblem';
}
