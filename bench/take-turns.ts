/** What is compared runs turn by turn, in every other round the other way round, so that a drift favours nobody. */
export async function takeTurns(
  repeat: number,
  turns: readonly (() => Promise<unknown>)[],
  onRound?: (round: string) => void,
): Promise<void> {
  for (let round = 1; round <= repeat; round++) {
    onRound?.(`round ${round} of ${repeat}`);
    for (const turn of round % 2 === 1 ? turns : turns.toReversed()) await turn();
  }
}
