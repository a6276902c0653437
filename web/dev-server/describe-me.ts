/** Who is signed in, as the fake answers it. */
import type { Me } from '../../src/control/api/api.ts';
import type { FakeState, Session } from './fake-state.ts';

export function isEnabled({ profilerChanges }: FakeState): boolean {
  return profilerChanges[0]?.enabled === true;
}

export function describeMe(state: FakeState, session: Session): Me {
  return {
    person: session.person,
    organization: state.organization,
    profiler_enabled: isEnabled(state),
    csrf: session.csrf,
    own_authority: true,
  };
}
