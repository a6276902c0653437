/** What may change within a version of the interface, from the list of breaks that the comparison finds. */
import { breakKinds } from '../api/find-breaks.ts';
import { code, type Page, renderTable, toPage } from './page.ts';

export function render(): Page[] {
  const rows = Object.entries(breakKinds).map(([kind, sentence]) => [code(kind), sentence]);
  return [
    toPage('versioning.md', 'scripts/api/find-breaks.ts and scripts/generate/versioning.ts', [
      '# Versions of the interface',
      'The HTTP interface has version 1: `info.version` of `/api/openapi.json`. Every release of Farol with this version accepts every request that an earlier one accepted, and returns every field that an earlier one returned. What you wrote against one release works with the next.',
      '## What never happens within a version',
      renderTable(['break', 'what it means'], rows),
      'A test compares the interface with that of the last release, which is stored in `test/api/last-release`, and refuses each of these. The operations of the catalog and the fields of a bundle are compared in the same way. A fault in a release that lets something through which its documentation forbids may be corrected at any time.',
      '## What may change',
      [
        '- A new path, a new optional field of a request, and a wider range of values.',
        '- A new field of a response. Ignore fields that you do not know.',
        '- A new value of an enum in a response, such as a state, and a new kind of event. Treat a value that you do not know as you treat an error that you do not know.',
        '- The words of `message`, `text`, `summary` and `remedy`. Decide by `code` and by the status.',
        '- The order of fields, and the order of lists unless the description states it.',
      ].join('\n'),
      'A request is strict: an unknown field is refused with 400 and its name. A client therefore sends a new field only to a control plane that lists it.',
      '## How something ends',
      [
        '1. A release announces it. In `/api/openapi.json` the path or the field has `deprecated: true`, and a path has `x-sunset`, the first day on which it may be gone. Every response of the path has the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). The notes of the release name what replaces it.',
        '2. It works for at least twelve months after that, in every release of version 1.',
        '3. It is gone in version 2 of the interface, which has another prefix than `/api`. Both versions are served side by side for at least twelve months.',
      ].join('\n'),
      'Nothing is deprecated now.',
      '## What else has a version',
      renderTable(
        ['what', 'rule'],
        [
          [
            'Images, archives and the chart',
            '`v<major>.<minor>.<patch>`. A patch corrects. A minor release adds. A major release may end what was announced.',
          ],
          ['The tunnel', 'Its protocol has a version (`tunnel.v1`), which both ends state. Another one is refused.'],
          [
            'The store',
            'It is migrated at the start. Within one major version a release only adds to it, which a test holds against `test/api/last-release`: an older release of that major version starts on it, so that you can go back, and its log names the newer one. A release of a new major version may change it otherwise. An older one then refuses to start with both versions, changes nothing, and says how to restore the backup from before the upgrade.',
          ],
          [
            'An export of the audit list',
            'Each record states its version (`v`, now 1): [formats](../guides/audit.md#export).',
          ],
          ['A bundle', 'Its form has a version (`farol.bundle.v2`). Bundles of every earlier one are read.'],
          [
            'The collector',
            'Each probe states the version of what it measures. Captures with equal ones are compared, whatever built them.',
          ],
        ],
      ),
    ]),
  ];
}
