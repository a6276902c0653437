/** The connectors that the contract tests load: all, or the one that FAROL_TEST_CONNECTOR names. */
import { registry } from '../../connectors/registry.ts';

const only = process.env['FAROL_TEST_CONNECTOR'];

export const selected = registry.filter(({ manifest: { id } }) => only === undefined || id === only);
