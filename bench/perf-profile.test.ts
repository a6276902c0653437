import { expect, test } from 'vitest';
import { type Leaf, PerfScript, tallyLeaves } from './perf-profile.ts';

const read = (text: string): (Leaf | undefined)[] => {
  const reading = new PerfScript();
  for (const line of text.split('\n')) reading.take(line);
  return reading.end();
};

const plain = `redis-server 
	ffffffff81a01c23 do_syscall_64 ([kernel.kallsyms])
	ffffffff81a01c24 veth_xmit ([veth])
	          10c20f __write (/usr/lib/libc.so.6)
	           4d2a1 main (/usr/bin/redis-server)

redis-server 
	           4d2a1 call(int, void*) (/usr/bin/redis-server)
	           4d2a2 main (/usr/bin/redis-server)

redis-server 
	           4d2a1 call(int, void*) (/usr/bin/redis-server)
	           4d2a1 call(int, void*) (/usr/bin/redis-server)

redis-server 
	           4d2a8 call(int, void*) (/usr/bin/redis-server)

redis-server 
	           f8011 __GI___libc_open (/usr/lib/libc.so.6)
	           4d2a8 call(int, void*) (/usr/bin/redis-server)

io thread 
	    7ffd1c3b9 [unknown] ([unknown])

kworker 
	ffffffff81a01c23 do_syscall_64 ([kernel.kallsyms])
`;

const inlined = plain
  .replace(
    '\t           4d2a8 call(int, void*)',
    '\t           4d2a8 innermost (inlined)\n\t           4d2a8 inner (inlined)\n$&',
  )
  .replace('__GI___libc_open (/usr/lib/libc.so.6)', '__libc_open64 (inlined)');

test('a file that was deleted is a module, and what is in it is no function', () => {
  const [leaf] = read('beam \n\t 7f01 [unknown] (/memfd:vmem (deleted))');
  expect(leaf).toEqual({ address: '7f01', names: [undefined], module: '/memfd:vmem (deleted)' });
});

test('each sample counts for its innermost function outside the kernel', () => {
  const within = 'call(int, void*)';
  expect(tallyLeaves(read(plain), read(inlined))).toEqual([
    { module: '/usr/lib/libc.so.6', name: '__write', within: '__write', count: 1 },
    { module: '/usr/bin/redis-server', name: within, within, count: 2 },
    { module: '/usr/bin/redis-server', name: 'innermost', within, count: 1 },
    { module: '/usr/lib/libc.so.6', name: '__GI___libc_open', within: '__GI___libc_open', count: 1 },
    { module: '[unknown]', name: undefined, within: undefined, count: 1 },
  ]);
});

test('two readings that do not have the same samples are refused', () => {
  expect(() => tallyLeaves(read(plain), read(plain).slice(1))).toThrow('the same samples');
});
