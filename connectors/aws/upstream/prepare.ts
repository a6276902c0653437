import { installPython } from './python-environment.ts';

/** The vendor's service models; `moto` comes with them. */
export const prepare = installPython;
