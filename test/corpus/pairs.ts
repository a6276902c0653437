/** The corpus: what each pair is, and what a comparison should say of it. */
import type { Pair } from './pair.ts';
import { cPairs } from './pairs/c.ts';
import { goPairs } from './pairs/go.ts';
import { nginxPairs } from './pairs/nginx.ts';
import { redisPairs } from './pairs/redis.ts';
import { pairsOfRuntimes } from './pairs-of-runtimes.ts';

export const pairs: readonly Pair[] = [...cPairs, ...goPairs, ...redisPairs, ...nginxPairs, ...pairsOfRuntimes];
