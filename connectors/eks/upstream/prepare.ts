import { installPython } from '../../aws/upstream/python-environment.ts';
import { buildControlPlane } from './cluster/control-plane-binaries.ts';

/** A cluster is found and signed in to by way of AWS. */
export const prepare = installPython;
export const prepareDeep = buildControlPlane;
