/** Regions and zones as lists speak of them. */

/** A sentence for each place that did not answer a list over all places. */
export function unreachableNotes(places: readonly string[]): string[] {
  return places.map((place) => `${place} did not answer; what is there is missing.`);
}
