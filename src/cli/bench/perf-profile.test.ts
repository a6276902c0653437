import { expect, test } from 'vitest';
import { PerfScript } from './perf-profile.ts';

test('each sample counts for its innermost function outside the kernel', () => {
  const reading = new PerfScript();
  const text = `redis-server 
	ffffffff81a01c23 do_syscall_64 ([kernel.kallsyms])
	ffffffff81a01c24 veth_xmit ([veth])
	          10c20f __write (/usr/lib/libc.so.6)
	           4d2a1 main (/usr/bin/redis-server)

redis-server 
	           4d2a1 call(int, void*) (/usr/bin/redis-server)
	           4d2a2 main (/usr/bin/redis-server)

redis-server 
	           4d2a1 call(int, void*) (/usr/bin/redis-server)

redis-server 
	           4d2a1 innermost (inlined)
	           4d2a1 inner (inlined)
	           4d2a1 call(int, void*) (/usr/bin/redis-server)

io thread 
	    7ffd1c3b9 [unknown] ([unknown])

kworker 
	ffffffff81a01c23 do_syscall_64 ([kernel.kallsyms])
`;
  for (const line of text.split('\n')) reading.take(line);
  expect(reading.end()).toEqual([
    { module: '/usr/lib/libc.so.6', name: '__write', count: 1 },
    { module: '/usr/bin/redis-server', name: 'call(int, void*)', count: 2 },
    { module: '/usr/bin/redis-server', name: 'innermost', count: 1 },
    { module: '[unknown]', name: undefined, count: 1 },
  ]);
});
