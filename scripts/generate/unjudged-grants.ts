import { registry } from '../../connectors/registry.ts';
import { unjudgedGrants } from '../../src/connector/grants.ts';
import { code, codes, type Page, renderTable, toPage } from './page.ts';

export function render(): Page[] {
  const rows = registry.flatMap(({ manifest }) =>
    unjudgedGrants(manifest).map(({ grant, because = '' }) => [
      `[${manifest.title}](connectors/${manifest.id}.md)`,
      code(grant),
      because,
      codes(
        Object.entries(manifest.operations).flatMap(([name, binding]) =>
          binding.grants.includes(grant) ? [name] : [],
        ),
      ),
    ]),
  );
  return [
    toPage('unjudged-grants.md', 'the manifests of connectors/', [
      '# Permissions that no check judges',
      'Health checks judge every other permission before an operation needs it. When one of these is missing, the first operation that uses it says so.',
      renderTable(['connector', 'permission', 'why no check asks', 'operations that need it'], rows),
    ]),
  ];
}
