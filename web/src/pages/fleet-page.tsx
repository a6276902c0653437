/** The fleet as a list, or one instance of it. */
import type { Me } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { instancePattern } from '../browser/page-addresses.ts';
import { FleetList } from '../fleet/fleet-list.tsx';
import { InstanceView } from '../fleet/instance-view.tsx';
import { matchPath } from '../browser/router.ts';
import { NotFoundPage } from '../parts/not-found-page.tsx';

export function FleetPage({ me, path }: { readonly me: Me; readonly path: string }) {
  if (path === patterns.fleet) return <FleetList me={me} />;
  const instance = matchPath(instancePattern, path)?.['instance'];
  return instance === undefined ? <NotFoundPage /> : <InstanceView key={instance} me={me} instance={instance} />;
}
