/** Builds the releases that tests of the delivery install from, before they run: `amd64`, `next`, `breaking` and `arm64`. */
import { findArm64Release, findBreakingRelease, findNextRelease, findRelease } from './release-images.ts';

const finders = { amd64: findRelease, next: findNextRelease, breaking: findBreakingRelease, arm64: findArm64Release };

for (const which of process.argv.slice(2)) {
  const find = Object.entries(finders).find(([name]) => name === which)?.[1];
  if (find === undefined) throw new Error(`there is no release ${which}: ${Object.keys(finders).join(', ')}`);
  const startedMs = performance.now();
  const { folder } = await find();
  process.stdout.write(`${which}: ${folder}, after ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`);
}
