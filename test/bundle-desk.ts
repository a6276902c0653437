/** Reads bundles as the control plane does; its worker threads end with the test file. */
import { afterAll } from 'vitest';
import { BundleDesk } from '../src/control/bundles/bundle-desk.ts';
import { systemClock } from '../src/core/clock.ts';

export const bundles = new BundleDesk(systemClock);
afterAll(() => bundles.close());
