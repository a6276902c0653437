/** The fleet as a list, one instance, and what an admin does to it. */
import { answeredBy } from '../../catalog/answered-by.ts';
import { Fleet, FleetInstance, InstanceDetail, InstanceList } from '../../src/control/api/api.ts';
import { PermissionList } from '../../src/control/api/permissions.ts';
import { listPermissions } from '../../src/control/fleet/list-permissions.ts';
import { summarizeReport } from '../../src/control/fleet/summarize-report.ts';
import { announce, type FakeState } from './fake-state.ts';
import { type Asked, found, type Route } from './route.ts';

type Instance = FakeState['fleet'][number];

export const fleetRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/fleet',
    role: 'member',
    answer: Fleet,
    run: ({ state }) => ({ instances: state.fleet, expiries: state.expiries }),
  },
  {
    method: 'GET',
    path: '/api/instances',
    role: 'member',
    answer: InstanceList,
    run: ({ state, query }) => {
      const token = query.get('token');
      const listed = state.fleet.filter(({ instance }) => token === null || state.enrolledWith.get(instance) === token);
      return { instances: listed.map(summarize), expiries: state.expiries };
    },
  },
  {
    method: 'GET',
    path: '/api/permissions',
    role: 'member',
    answer: PermissionList,
    run: ({ state }) =>
      listPermissions(
        state.fleet
          .filter((one) => one.class === 'agent' && one.state !== 'revoked')
          .map(({ instance, checks, checks_at: at = '', about }) => ({
            instance,
            report: { at, checks, ...(about !== undefined && { about }) },
          })),
        answeredBy.connectors,
      ),
  },
  {
    method: 'GET',
    path: '/api/fleet/:instance',
    role: 'member',
    answer: InstanceDetail,
    run: ({ state, params }) => ({
      instance: found(state.fleet.find((one) => one.instance === params['instance'])),
      identity: {
        key_sha256: '5f'.repeat(32),
        command_key: 'current',
        authority: 'current',
        authority_ends_at: '2036-11-20T00:00:00.000Z',
      },
      expiries: state.expiries,
    }),
  },
  {
    method: 'POST',
    path: '/api/fleet/:instance/revoke',
    role: 'admin',
    answer: FleetInstance,
    run: (asked) =>
      changeInstance(asked, (one) => ({
        ...one,
        state: 'revoked',
        remedy: `Revoked by ${asked.session.person.name}.`,
      })),
  },
  {
    method: 'POST',
    path: '/api/fleet/:instance/allow-reenrolment',
    role: 'admin',
    answer: FleetInstance,
    run: (asked) => changeInstance(asked, (one) => ({ ...one, reenrolment_allowed: true })),
  },
];

function summarize({ instance, class: of, state, remedy, version, last_seen: seen, checks }: Instance) {
  return {
    instance,
    class: of,
    state,
    ...(remedy !== undefined && { remedy }),
    ...(version !== undefined && { version }),
    ...(seen !== undefined && { last_seen: seen }),
    ...(checks.length > 0 && summarizeReport({ checks })),
  };
}

function changeInstance({ state, params }: Asked, change: (one: Instance) => Instance): Instance {
  const changed = change(found(state.fleet.find((one) => one.instance === params['instance'])));
  state.fleet = state.fleet.map((one) => (one.instance === changed.instance ? changed : one));
  announce(state, { type: 'fleet' });
  return changed;
}
