/** The way to install that was chosen last in this browser. */
import { EnrolWay } from '../../../src/control/api/api.ts';
import { readPreference } from '../browser/preferences.ts';

export function lastWay(): EnrolWay {
  return EnrolWay.safeParse(readPreference('way')).data ?? 'docker';
}
