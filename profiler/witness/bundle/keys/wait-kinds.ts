/**
 * What a thread waited for in a futex, by the functions that it was in. A lock of a language is several layers of them,
 * and the outer ones say what was meant: a monitor of a Java virtual machine waits in a condition of the C library.
 *
 * Only threads that block have a stack here. A goroutine that waits for a channel is parked in user space, and its
 * thread runs another one or has nothing to run: the record has no wait of it, and none of a virtual thread of Java or
 * of a task of an asynchronous runtime. What it has are longer answers and the time of threads without work. A goroutine
 * that waits for a `sync.Mutex` or a `sync.RWMutex` has a stack of its own (`waits.ts`), and that is of a lock.
 */
import { isLibrary, isUnnamed } from './library-code.ts';
import type { SampledCode } from './own-code.ts';

/**
 * `lock`: until another thread releases it. `condition`: until another thread says that something happened. `gil`: until
 * it may run code of an interpreter. `pause`: until the runtime has stopped all threads, as its garbage collector asks.
 * `timer`: until some time has passed. `idle`: a thread of a runtime that has nothing to run. `runtime`: until a lock of
 * the runtime itself is released, or its code has no symbols and nothing says whether it is that, a pause or a lock of the
 * program.
 */
export type WaitKind =
  | 'lock'
  | 'condition'
  | 'semaphore'
  | 'channel'
  | 'join'
  | 'gil'
  | 'pause'
  | 'timer'
  | 'idle'
  | 'runtime';

export type WaitingCode = Pick<SampledCode, 'name' | 'module'>;

type Kinds = Readonly<Partial<Record<WaitKind, RegExp>>>;

/** From what a program calls to what calls the kernel; of each layer the innermost function counts. */
const layers: readonly Kinds[] = [
  {
    gil: /^(?:take_gil|drop_gil|PyEval_(?:RestoreThread|AcquireThread|AcquireLock)|_?PyThreadState_Attach|gvl_acquire|thread_sched_to_running|rb_threadptr_execute_interrupts|rb_thread_schedule)\b/u,
    pause:
      /^(?:SafepointSynchronize::|SafepointMechanism::|LinuxWaitBarrier::|VMThread::(?:execute|wait_until_executed)|runtime\.(?:stopTheWorld|forEachP|suspendG))/u,
    condition:
      /^(?:java\.util\.concurrent\.(?:FutureTask|CompletableFuture\$Signaller|CountDownLatch|CyclicBarrier)\.)/u,
    semaphore: /^(?:java\.util\.concurrent\.Semaphore\.|System\.Threading\.SemaphoreSlim\.Wait)/u,
    channel:
      /^(?:java\.util\.concurrent\.(?:\w*(?:Queue|Deque)|Exchanger)\b|<?(?:std::sync::mp[ms]c|crossbeam_channel|flume)::)/u,
    join: /^(?:java\.lang\.Thread\.join|(?:WorkGang|WorkerThreads)::run_task|System\.Threading\.Thread\.Join|<?std::thread::\S*join)/u,
    timer: /^(?:java\.lang\.Thread\.sleep|System\.Threading\.Thread\.Sleep)/u,
  },
  {
    lock: /^(?:java\.util\.concurrent\.locks\.(?:AbstractQueued(?:Long)?Synchronizer\.(?:acquire|doAcquire)|StampedLock\.acquire|Reentrant\w*Lock\S*\.lock)|<?std::sync::(?:\w+::)*(?:Mutex|RwLock)\b|System\.Threading\.(?:Monitor\.(?:Reliable|Try)?Enter|Lock\.(?:Try)?Enter|ReaderWriterLockSlim\.))/u,
    condition:
      /^(?:java\.util\.concurrent\.locks\.AbstractQueued(?:Long)?Synchronizer\$ConditionObject\.await|java\.lang\.Object\.wait|<?std::sync::(?:\w+::)*Condvar\b|System\.Threading\.(?:Monitor\.(?:Obj)?Wait|ManualResetEventSlim\.Wait|WaitHandle\.Wait))/u,
  },
  {
    runtime:
      /^(?:runtime\.lock(?:2|WithRank)?\b|absl::Mutex::Lock|Mutex::lock(?:\(Thread\*\)|_contended|_without)|os::PlatformMutex::lock)/u,
    lock: /^(?:PyThread_acquire_lock|_?PyMutex_Lock|ObjectMonitor::(?:enter|try_enter|reenter|EnterI|ReenterI)\w*|AwareLock::Enter|<?std::sys::\S*(?:mutex|rwlock|once)::|<?parking_lot::raw_|LWLockAcquire|PGSemaphoreLock)/u,
    condition:
      /^(?:ObjectMonitor::wait\b|java\.util\.concurrent\.(?:locks\.|ForkJoinPool\.(?:un)?managedBlock)|jdk\.internal\.misc\.Unsafe\.park|Unsafe_Park|Parker::park\b|<?std::sys::\S*(?:condvar|thread_park\w+)::|<?parking_lot::condvar::|std::thread::(?:\w+::)*park|absl::CondVar::Wait)/u,
  },
  {
    lock: /^(?:_*pthread_(?:(?:mutex|rwlock)_\w*lock|cond_signal|cond_broadcast)|_*lll_\w*lock_wait|mtx_(?:timed)?lock$|uv_(?:mutex|rwlock)_\w*lock$)/u,
    condition:
      /^(?:_*pthread_(?:cond_\w*wait|barrier_wait)|JVM_(?:MonitorWait|Sleep|WaitForReference\w*)|ObjectSynchronizer::wait|JavaThread::sleep|Monitor::wait|os::Platform(?:Monitor::wait|Event::park)|cnd_\w*wait$|rb_native_cond_\w*wait$|uv_(?:cond|barrier)_\w*wait$|runtime\.(?:note\w*sleep|semasleep|futex|mPark))/u,
    semaphore: /^(?:_*(?:new_)?sem_\w*wait|(?:Posix)?Semaphore::wait|uv_sem_wait$)/u,
    join: /^(?:_*pthread_\w*join|thrd_join$|uv_thread_join$)/u,
  },
];

/** What a library of an interpreter does with a lock, by the innermost function of it and its file. */
const scriptKinds: readonly (readonly [module: RegExp, kinds: Kinds])[] = [
  [
    /\.py$/u,
    {
      lock: /\b_acquire_restore \((?:\S*\/)?threading\.py\)$/u,
      condition: /\b_?wait\w* \((?:\S*\/)?threading\.py\)$/u,
      semaphore: /\bSemaphore\.acquire \((?:\S*\/)?threading\.py\)$/u,
      join: /\b(?:join|_wait_for_tstate_lock) \((?:\S*\/)?threading\.py\)$/u,
      channel: /\b(?:get|put) \((?:\S*\/)?queue\.py\)$/u,
      idle: /^_worker \((?:\S*\/)?thread\.py\)$/u,
    },
  ],
  [
    // Methods that are written in C have no file.
    /\.rb$|^\[ruby\]$/u,
    {
      lock: /(?:^|#)(?:synchronize|lock|mon_enter|enter) \(\[ruby\]\)$/u,
      condition: /(?:^|#)(?:wait \(\[ruby\]\)|Mutex#sleep \(\[ruby\]\))$/u,
      channel: /(?:^|#)(?:pop|shift|deq|push|enq|<<) \(\[ruby\]\)$/u,
      join: /(?:^|#)(?:join|value) \(\[ruby\]\)$/u,
      timer: /(?:^|#)sleep \(\[ruby\]\)$/u,
    },
  ],
];

/** Without its symbols an interpreter of Python shows that it waits for its lock by the only condition that it has. */
const pythonProgram = /^(?:lib)?python\d/u;

/** What threads of runtimes are in while they wait for something to run. */
const idleLoops = [
  String.raw`runtime\.(?:stopm|sysmon)\b`, // Go
  String.raw`java\.(?:util\.concurrent\.(?:ForkJoinPool\.awaitWork|ThreadPoolExecutor\.getTask)|util\.TimerThread\.mainLoop|lang\.ref\.)`,
  String.raw`(?:CompileQueue::get|\w*TaskDispatcher::worker\w+|\w*(?:Thread|Worker)::(?:run|loop|wait|sleep)\w*)\b`, // HotSpot
  String.raw`(?:MonitorDeflationThread::\w+|ServiceThread::service_thread_entry)\b`,
  String.raw`System\.Threading\.(?:LowLevelLifoSemaphore|PortableThreadPool\+\w+)\.`,
  String.raw`node::\(anonymous namespace\)::PlatformWorkerThread\(`,
  String.raw`tokio::runtime::(?:\S*park|blocking::pool::Inner::run)`,
];
/** How such a thread waits. */
const restful: ReadonlySet<WaitKind> = new Set(['condition', 'semaphore', 'channel']);
const idle = new RegExp(`^(?:${idleLoops.join('|')})`, 'u');

/** Of what the target's own code called, the innermost first; undefined where that does not say. */
export function waitKindOf(beneath: readonly WaitingCode[]): WaitKind | undefined {
  const script = beneath.findIndex(({ module }) => scriptKinds.some(([ofLanguage]) => ofLanguage.test(module)));
  const native = script === -1 ? beneath : beneath.slice(0, script);
  if (native.some((one) => kindsOf(one)[0] === 'gil') || isNamelessGil(native)) return 'gil';
  return kindInScript(beneath.slice(native.length)) ?? kindInLayers(beneath);
}

function kindInScript([innermost, caller]: readonly WaitingCode[]): WaitKind | undefined {
  const [, kinds] = scriptKinds.find(([ofLanguage]) => ofLanguage.test(innermost?.module ?? '')) ?? [];
  if (kinds === undefined || innermost === undefined) return undefined;
  const kind = kindIn(kinds, `${innermost.name} (${innermost.module})`);
  // A condition of Ruby sleeps in its mutex.
  return kind === 'timer' && caller !== undefined && kindInScript([caller]) === 'condition' ? 'condition' : kind;
}

function kindInLayers(beneath: readonly WaitingCode[]): WaitKind | undefined {
  const ofEach = beneath.map(kindsOf);
  const found = layers.map((_, layer) => ofEach.map((kinds) => kinds[layer]).find((kind) => kind !== undefined));
  const kind = found.find((one) => one !== undefined);
  if (kind === undefined || !restful.has(kind)) return kind;
  const waiter = beneath.find((one) => !isLibrary(one) && !isUnnamed(one) && !isWaitPrimitive(one));
  if (waiter !== undefined && idle.test(waiter.name)) return 'idle';
  const isOfSystem = found.indexOf(kind) === layers.length - 1;
  return isOfSystem && isNamelessRuntime(beneath.find((one) => !isLibrary(one) && !isWaitPrimitive(one)))
    ? 'runtime'
    : kind;
}

/** Whether it may be a lock of a language: of no library, which has conditions of its own, but of what runs programs. */
function isNamelessRuntime(code: WaitingCode | undefined): boolean {
  if (code === undefined || !isUnnamed(code)) return false;
  return /^lib(?:coreclr|jvm|mono|python|ruby)/u.test(code.module) || !/\.so(?:\.|$)/u.test(code.module);
}

/** Whether a function is part of waiting, and says nothing of who waits. */
export function isWaitPrimitive(code: WaitingCode): boolean {
  return kindsOf(code).some((kind) => kind !== undefined);
}

function isNamelessGil(native: readonly WaitingCode[]): boolean {
  const condition = native.findLastIndex(({ name }) => name.includes('pthread_cond_'));
  return condition !== -1 && pythonProgram.test(native[condition + 1]?.module ?? '');
}

/** Many stacks have the same function. */
const known = new WeakMap<WaitingCode, readonly (WaitKind | undefined)[]>();

/** By layer. */
function kindsOf(code: WaitingCode): readonly (WaitKind | undefined)[] {
  const kinds = known.get(code) ?? layers.map((layer) => kindIn(layer, code.name));
  known.set(code, kinds);
  return kinds;
}

function kindIn(layer: Kinds, text: string): WaitKind | undefined {
  const found = Object.entries(layer).find(([, names]) => names.test(text));
  return found?.[0] as WaitKind | undefined;
}
