import { describe, expect, test } from 'vitest';
import { readCountedAllocations } from './counted-allocations.ts';

const targets = [{ workload: 'checkout' }, { workload: 'cart', namespace: 'shop' }];

describe('the processes whose requests for memory are counted', () => {
  test('are none unless they are named', () => {
    for (const unset of [undefined, '', '  ']) {
      expect(readCountedAllocations(unset, targets)).toEqual({ workloads: new Set(), problems: [] });
    }
  });

  test('are named as in the target list', () => {
    const { workloads, problems } = readCountedAllocations('cart, checkout', targets);
    expect([...workloads]).toEqual(['cart', 'checkout']);
    expect(problems).toEqual([]);
  });

  test('are refused with every reason at once, and then none is counted', () => {
    const { workloads, problems } = readCountedAllocations('cart,,Cart,*,cart', targets);
    expect([...workloads]).toEqual([]);
    expect(problems.map(({ cause }) => cause)).toEqual([
      'RUNNER_PROFILE_ALLOCATIONS has an empty name',
      'RUNNER_PROFILE_ALLOCATIONS names "Cart", which is not in the target list',
      'RUNNER_PROFILE_ALLOCATIONS names "*", which is not in the target list',
      'RUNNER_PROFILE_ALLOCATIONS names "cart" twice',
    ]);
  });

  test('are not blamed for a list that cannot be read', () => {
    expect(readCountedAllocations('cart', undefined).problems).toEqual([]);
  });
});
