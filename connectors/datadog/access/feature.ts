/** A list that answers 404 is of a product that is not turned on: what is asked for has no name that could be wrong. */
import { refineFault } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';

/** @throws Fault `feature_disabled` instead of `not_found_or_hidden`. */
export async function offUnless<Answer>(feature: string, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found_or_hidden') throw error;
    const remedy = `${feature} is not activated for this organization, or its site does not offer it: activate it, or add its scope to DATADOG_UNUSED_SCOPES. Keys and scopes are not the cause.`;
    throw refineFault(error, 'feature_disabled', { feature }, remedy);
  }
}
