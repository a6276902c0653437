/** The exemplar of each selected connector. */
import type { Exemplar } from './exemplar.ts';
import { selected } from './selected-connectors.ts';

export const exemplars: Readonly<Record<string, Exemplar>> = Object.fromEntries(
  await Promise.all(selected.map(async ({ manifest: { id } }) => [id, await loadExemplar(id)] as const)),
);

async function loadExemplar(id: string): Promise<Exemplar> {
  const file = (await import(`../../connectors/${id}/upstream/exemplar.ts`)) as { exemplar?: Exemplar };
  if (file.exemplar === undefined) throw new Error(`connectors/${id}/upstream/exemplar.ts exports no exemplar`);
  return file.exemplar;
}
