/** The names by which an address asks for something in a flame graph. Known to pages before the graph is loaded. */
export const choiceNames = ['frame', 'at', 'zoom', 'find', 'side', 'view', 'instance'] as const;

/** Among the tables whose order an address names. */
export const functionTable = 'functions';

export function hasChoice(query: URLSearchParams): boolean {
  return choiceNames.some((name) => query.has(name));
}
