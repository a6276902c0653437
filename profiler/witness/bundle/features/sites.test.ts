import { expect, test } from 'vitest';
import type { SampledCode, TargetPrograms } from '../keys/own-code.ts';
import { readSites } from './sites.ts';

const native: TargetPrograms = { executables: new Set(['app']), runtimes: new Set() };
const loaded = (runtime: string): TargetPrograms => ({ executables: new Set(), runtimes: new Set([runtime]) });

/** Functions from the root, as `name@module@file`. */
function stackOf(text: string): { functions: SampledCode[]; frames: number[] } {
  const functions = text.split(' > ').map((part): SampledCode => {
    const [name = '', module = 'app', file] = part.split('@');
    return { name, module, file };
  });
  return { functions, frames: functions.map((_, at) => at) };
}

type Row = readonly [title: string, programs: TargetPrograms, stack: string, site: string];

const own: readonly Row[] = [
  ['C', native, '_start > main > take_picture > malloc@libc.so.6 > sysmalloc@libc.so.6', 'take_picture'],
  [
    'C with an allocator of its own',
    native,
    'main > load_orders > zmalloc > ztrymalloc_usable > malloc@libjemalloc.so.2',
    'load_orders',
  ],
  [
    'nginx',
    native,
    'main > ngx_event_accept > ngx_create_pool > ngx_memalign > posix_memalign@libc.so.6',
    'ngx_event_accept',
  ],
  ['C that allocates itself', native, 'xmalloc > malloc@libc.so.6', 'xmalloc'],
  [
    'C without symbols, of which it exports a few',
    native,
    '_start > main > XLogFlush > [unknown 44c007cf+1e84f0] > fdatasync@libc.so.6',
    'XLogFlush',
  ],
  [
    'C without any symbols but that of its start',
    native,
    'main > [unknown 44c007cf+1e84f0] > fdatasync@libc.so.6',
    '[unknown 44c007cf+1e84f0]',
  ],
  [
    'C that waits in its first function',
    native,
    '_start > main > event_base_loop@libevent.so.7 > epoll_wait@libc.so.6',
    'main',
  ],
  [
    'PostgreSQL',
    native,
    'main > CommitTransactionCommand > XLogFlush > LWLockAcquireOrWait > PGSemaphoreLock > __new_sem_wait_slow64@libc.so.6',
    'XLogFlush',
  ],
  [
    'Rust in a static program',
    native,
    '_start > main > offers::serve > mio::poll::Poll::poll > epoll_wait > __syscall_cp_c',
    'offers::serve',
  ],
  [
    'Go',
    native,
    'main.(*Rates).Get@app@rates.go > net/http.(*Client).Do@app@net/http/client.go > runtime.mallocgc@app@runtime/malloc.go',
    'main.(*Rates).Get',
  ],
  [
    'Rust',
    native,
    'main > offers::price > <alloc::vec::Vec<T> as core::clone::Clone>::clone > __rust_alloc > malloc@libc.so.6',
    'offers::price',
  ],
  [
    'Python',
    loaded('python3.11'),
    '_start@python3.11 > rate_of@rates.py@/srv/rates.py > HTTPConnection.request@client.py@/usr/lib/python3.11/http/client.py > sock_connect@python3.11 > connect@libc.so.6',
    'rate_of',
  ],
  [
    'Java',
    loaded('java'),
    'thread_start@libjvm.so > java.lang.Thread.run@java.lang.Thread > Quotes.refreshWhole@Quotes@Quotes.java > java.net.URL.openStream@java.net.URL > read@libc.so.6',
    'Quotes.refreshWhole',
  ],
  [
    'Node',
    loaded('node'),
    'uv_run@node > readPart@letters.ts@/srv/letters.ts > readFileSync@node:fs@node:fs > uv_fs_read@node > read@libc.so.6',
    'readPart',
  ],
  [
    'Ruby',
    loaded('ruby3.1'),
    'loop@[ruby] > Shop#total@shop.rb@/srv/shop.rb > synchronize@[ruby] > rb_mutex_synchronize@libruby-3.1.so.3.1.2 > pthread_cond_wait@libc.so.6',
    'Shop#total',
  ],
  [
    '.NET',
    loaded('dotnet'),
    'Shop.Orders.Total@Shop.dll > [unknown a9cf478e+2c53e0]@libcoreclr.so > pthread_cond_wait@libc.so.6',
    'Shop.Orders.Total',
  ],
];

test.each(own)('the innermost own function is the site in %s', (_, programs, stack, site) => {
  const { functions, frames } = stackOf(stack);
  expect(readSites(functions, programs)(frames)).toMatchObject({ site: { name: site }, isCertain: true });
});

const foreign: readonly Row[] = [
  [
    'a pool thread of Node',
    loaded('node'),
    'start_thread@libc.so.6 > PlatformWorkerThread(void*)@node > uv_cond_wait@node > pthread_cond_wait@libc.so.6',
    'PlatformWorkerThread(void*)',
  ],
  [
    'a pool thread of Python',
    loaded('python3.11'),
    'start_thread@libc.so.6 > _worker@thread.py@/usr/lib/python3.11/concurrent/futures/thread.py > PyThread_acquire_lock_timed@python3.11 > sem_wait@libc.so.6',
    '_worker',
  ],
  [
    'a thread of a server in the library of Python',
    loaded('python3.11'),
    'start_thread@libc.so.6 > SocketIO.readinto@socket.py@/usr/lib/python3.11/socket.py > [unknown c561f3aa+5de0]@python3.11 > recv@libc.so.6',
    'SocketIO.readinto',
  ],
  [
    'an idle thread of Go',
    native,
    'runtime.mcall > runtime.schedule > runtime.findRunnable > runtime.stopm > runtime.notesleep > runtime.futexsleep > runtime.futex',
    'runtime.stopm',
  ],
  [
    'a goroutine of the library of Go',
    native,
    'runtime.goexit > net/http.(*persistConn).writeLoop > bufio.(*Writer).Write > runtime.memmove',
    'bufio.(*Writer).Write',
  ],
  [
    'the collector of a Java virtual machine',
    loaded('java'),
    'thread_native_entry@libjvm.so > GangWorker::loop()@libjvm.so > memset@libc.so.6',
    'GangWorker::loop()',
  ],
  [
    'the compiler of a Java virtual machine, which allocates',
    loaded('java'),
    'Compile::Optimize()@libjvm.so > Matcher::match()@libjvm.so > Arena::grow(unsigned long)@libjvm.so > os::malloc(unsigned long)@libjvm.so > malloc@libc.so.6',
    'Matcher::match()',
  ],
  [
    'the start of a thread of Rust',
    native,
    'start_thread@libc.so.6 > <std::sys::thread::unix::Thread>::new::thread_start > std::sys::pal::unix::stack_overflow::imp::get_stack > __mmap@libc.so.6',
    'std::sys::pal::unix::stack_overflow::imp::get_stack',
  ],
  ['a library alone', native, 'start_thread@libc.so.6 > epoll_wait@libc.so.6', 'epoll_wait'],
];

test.each(foreign)('%s has the function that says what it is for', (_, programs, stack, site) => {
  const { functions, frames } = stackOf(stack);
  expect(readSites(functions, programs)(frames)).toMatchObject({ site: { name: site } });
});

test('a stack without functions has no site', () => {
  expect(readSites([], native)([])).toEqual({ site: undefined, isCertain: false, beneath: [] });
});

const certain: readonly (readonly [stack: string, programs: TargetPrograms, isCertain: boolean])[] = [
  ['start_thread@libc.so.6 > epoll_wait@libc.so.6', native, true],
  ['runtime.mcall > runtime.park_m', native, true],
  ['epoll_wait@libc.so.6', native, false],
  ['net/http.(*persistConn).readLoop > runtime.mallocgc', native, false],
  ['Compile::Optimize()@libjvm.so > PhaseIFG::init(unsigned int)@libjvm.so', loaded('java'), true],
  ['java.io.InputStream.read@java.io.InputStream > read@libc.so.6', loaded('java'), false],
];

test.each(certain)('whether %s may lack the function that it is due to', (stack, programs, isCertain) => {
  const { functions, frames } = stackOf(stack);
  expect(readSites(functions, programs)(frames)).toMatchObject({ isCertain });
});
