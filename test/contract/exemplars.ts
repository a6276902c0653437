/** The exemplar of each connector of the registry. */
import { registry } from '../../connectors/registry.ts';
import type { Exemplar } from './exemplar.ts';

export const exemplars: Readonly<Record<string, Exemplar>> = Object.fromEntries(
  await Promise.all(registry.map(async ({ manifest: { id } }) => [id, await loadExemplar(id)] as const)),
);

async function loadExemplar(id: string): Promise<Exemplar> {
  const file = (await import(`../../connectors/${id}/upstream/exemplar.ts`)) as { exemplar?: Exemplar };
  if (file.exemplar === undefined) throw new Error(`connectors/${id}/upstream/exemplar.ts exports no exemplar`);
  return file.exemplar;
}
