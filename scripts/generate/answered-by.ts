/** Who can answer each operation, as data: the control plane shows it and never loads a connector. */
import { catalog } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { describeCatalog } from '../../src/agent/gate/describe-catalog.ts';
import type { Page } from './page.ts';

export const answeredByFile = 'catalog/answered-by.json';

export function render(): Page[] {
  const described = describeCatalog(catalog, registry);
  const titles = registry.map(({ manifest: { id, title } }): [string, string] => [id, title]);
  const operations = described.map(({ name, connectors }): [string, object] => [
    name,
    Object.fromEntries(
      connectors.map(({ id, grants }) => [id, Object.fromEntries(grants.map(({ grant, need }) => [grant, need]))]),
    ),
  ]);
  const answeredBy = {
    connectors: Object.fromEntries(titles.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    operations: Object.fromEntries(operations),
  };
  return [{ path: answeredByFile, text: `${JSON.stringify(answeredBy, undefined, 2)}\n` }];
}
