import { expect, test } from 'vitest';
import { isWaitPrimitive, type WaitingCode, waitKindOf } from './wait-kinds.ts';

/** Functions from the outermost on, as `name@module`, as captures of real programs have them. */
function beneath(text: string): WaitingCode[] {
  const code = text.split(' > ').map((part): WaitingCode => {
    const [name = '', module = 'app'] = part.split('@');
    return { name, module };
  });
  return code.toReversed();
}

const futex = 'futex_wait@libc.so.6';
const condition = `pthread_cond_wait@libc.so.6 > __pthread_cond_wait_common@libc.so.6 > __futex_abstimed_wait_common@libc.so.6`;
const python = '[unknown c561f3aa+4cea20]@python3.11';
const ruby = `[unknown 862794fb+20fd80]@libruby-3.1.so.3.1.2 > rb_native_cond_wait@libruby-3.1.so.3.1.2 > ${condition}`;
const aqs = 'java.util.concurrent.locks.AbstractQueuedSynchronizer';
const parked = `java.util.concurrent.locks.LockSupport.park > jdk.internal.misc.Unsafe.park > Unsafe_Park@libjvm.so > Parker::park(bool, long)@libjvm.so > ${condition}`;

const rows: readonly (readonly [title: string, kind: string | undefined, stack: string])[] = [
  ['a mutex of the C library', 'lock', `pthread_mutex_lock@libc.so.6 > __lll_lock_wait@libc.so.6 > ${futex}`],
  ['a lock for writers of the C library', 'lock', `pthread_rwlock_wrlock@libc.so.6 > ${futex}`],
  ['the lock of an arena of the allocator', 'lock', `malloc@libc.so.6 > __lll_lock_wait_private@libc.so.6 > ${futex}`],
  ['a condition of the C library', 'condition', condition],
  [
    'the mutex of a condition, once it was signalled',
    'lock',
    `pthread_cond_wait@libc.so.6 > __pthread_cond_wait_common@libc.so.6 > __pthread_mutex_cond_lock@libc.so.6 > __lll_lock_wait@libc.so.6 > ${futex}`,
  ],
  ['a semaphore of the C library', 'semaphore', `sem_wait@libc.so.6 > __new_sem_wait_slow64@libc.so.6 > ${futex}`],
  ['the end of a thread', 'join', `pthread_join@libc.so.6 > __pthread_clockjoin_ex@libc.so.6 > ${futex}`],
  ['std::mutex of C++', 'lock', `std::mutex::lock() > pthread_mutex_lock@libc.so.6 > ${futex}`],
  [
    'a mutex of Rust',
    'lock',
    'std::sys::sync::mutex::futex::Mutex::lock_contended > std::sys::pal::unix::futex::futex_wait > syscall@libc.so.6',
  ],
  [
    'a condition of Rust',
    'condition',
    'std::sys::sync::condvar::futex::Condvar::wait > std::sys::pal::unix::futex::futex_wait > syscall@libc.so.6',
  ],
  ['a lock of parking_lot', 'lock', 'parking_lot::raw_mutex::RawMutex::lock_slow > syscall@libc.so.6'],
  [
    'a channel of Rust',
    'channel',
    'std::sync::mpmc::Receiver<T>::recv > std::thread::park > std::sys::pal::unix::futex::futex_wait > syscall@libc.so.6',
  ],
  [
    'a thread of Go without work',
    'idle',
    'runtime.mcall > runtime.park_m > runtime.schedule > runtime.findRunnable > runtime.stopm > runtime.notesleep > runtime.futexsleep > runtime.futex',
  ],
  ["a lock of Go's own runtime", 'runtime', 'runtime.mallocgc > runtime.lock2 > runtime.futexsleep > runtime.futex'],
  [
    'the lock of CPython, with its symbols',
    'gil',
    `PyEval_RestoreThread@python3.11 > take_gil@python3.11 > pthread_cond_timedwait@libc.so.6 > ${futex}`,
  ],
  [
    'the lock of CPython, asked for in the loop of a stripped interpreter',
    'gil',
    `_PyEval_EvalFrameDefault@python3.11 > ${python} > pthread_cond_timedwait@libc.so.6 > ${futex}`,
  ],
  [
    'the lock of CPython, after a condition of its library',
    'gil',
    `Condition.wait@threading.py > PyThread_acquire_lock_timed@python3.11 > PyEval_RestoreThread@python3.11 > ${python} > pthread_cond_timedwait@libc.so.6`,
  ],
  [
    'a lock of Python',
    'lock',
    `[unknown c561f3aa+66a0b0]@python3.11 > PyThread_acquire_lock_timed@python3.11 > sem_wait@libc.so.6 > ${futex}`,
  ],
  [
    'a condition of Python, which waits in a lock',
    'condition',
    `Queue.get@queue.py > Condition.wait@threading.py > PyThread_acquire_lock_timed@python3.11 > sem_wait@libc.so.6`,
  ],
  [
    'the lock of a condition of Python, once it was notified',
    'lock',
    `Condition.wait@threading.py > Condition._acquire_restore@threading.py > PyThread_acquire_lock_timed@python3.11`,
  ],
  [
    'a worker of Python without work',
    'idle',
    `_worker@concurrent/futures/thread.py > PyThread_acquire_lock_timed@python3.11 > sem_wait@libc.so.6`,
  ],
  [
    'a lock that a worker of Python waits for in its work',
    'lock',
    `_worker@thread.py > _WorkItem.run@thread.py > PyThread_acquire_lock_timed@python3.11 > sem_wait@libc.so.6`,
  ],
  ['a mutex of Ruby', 'lock', `synchronize@[ruby] > rb_mutex_synchronize@libruby-3.1.so.3.1.2 > ${ruby}`],
  ['a mutex of a newer Ruby', 'lock', `Thread::Mutex#lock@[ruby] > ${ruby}`],
  ['a condition of Ruby, which sleeps in its mutex', 'condition', `wait@[ruby] > sleep@[ruby] > ${ruby}`],
  ['a queue of Ruby', 'channel', `pop@[ruby] > ${ruby}`],
  ['the end of a thread of Ruby', 'join', `join@[ruby] > ${ruby}`],
  ['sleep of Ruby', 'timer', `sleep@[ruby] > ${ruby}`],
  ['the lock of Ruby', 'gil', `rb_threadptr_execute_interrupts@libruby-3.1.so.3.1.2 > ${ruby}`],
  ['code without symbols of Ruby', 'runtime', `read@[ruby] > ${ruby}`],
  [
    'a monitor of Java',
    'lock',
    `ObjectMonitor::enter(JavaThread*)@libjvm.so > ObjectMonitor::EnterI(JavaThread*)@libjvm.so > os::PlatformEvent::park()@libjvm.so > ${condition}`,
  ],
  [
    'Object.wait of Java',
    'condition',
    `java.lang.Object.wait > ObjectMonitor::wait(long, bool, JavaThread*)@libjvm.so > ${condition}`,
  ],
  [
    'a monitor of Java, once it was notified',
    'lock',
    `ObjectMonitor::wait(long, bool, JavaThread*)@libjvm.so > ObjectMonitor::ReenterI(JavaThread*, ObjectWaiter*)@libjvm.so > ${condition}`,
  ],
  [
    'a lock of java.util.concurrent',
    'lock',
    `java.util.concurrent.locks.ReentrantLock.lock > ${aqs}.acquire > ${parked}`,
  ],
  ['such a lock without the frames between', 'lock', `java.util.concurrent.locks.ReentrantLock.lock > ${parked}`],
  [
    'a semaphore of Java, which is made of such a lock',
    'semaphore',
    `java.util.concurrent.Semaphore.acquire > ${aqs}.acquireSharedInterruptibly > ${aqs}.acquire > ${parked}`,
  ],
  ['a condition of java.util.concurrent', 'condition', `${aqs}$ConditionObject.await > ${parked}`],
  ['a park of Java that nothing else explains', 'condition', `Poller.rest > ${parked}`],
  [
    'Thread.sleep of Java, which waits in a condition',
    'timer',
    `java.lang.Thread.sleep > JVM_Sleep@libjvm.so > JavaThread::sleep(long)@libjvm.so > os::PlatformEvent::park(long)@libjvm.so > ${condition}`,
  ],
  [
    'a timer of Java without tasks',
    'idle',
    `java.util.TimerThread.mainLoop > java.lang.Object.wait > JVM_MonitorWait@libjvm.so > ObjectSynchronizer::wait(Handle, long, JavaThread*)@libjvm.so > ObjectMonitor::wait(long, bool, JavaThread*)@libjvm.so > ${condition}`,
  ],
  [
    'the work of the threads of the garbage collector of Java',
    'join',
    'WorkGang::run_task(AbstractGangTask*, unsigned int, bool)@libjvm.so > SemaphoreGangTaskDispatcher::coordinator_execute_on_workers(AbstractGangTask*, unsigned int, bool)@libjvm.so > PosixSemaphore::wait()@libjvm.so > sem_wait@libc.so.6',
  ],
  [
    'a lock of a Java virtual machine itself',
    'runtime',
    'G1CollectedHeap::attempt_allocation_slow(unsigned long, bool)@libjvm.so > Mutex::lock_contended(Thread*)@libjvm.so > pthread_mutex_lock@libc.so.6 > __lll_lock_wait@libc.so.6',
  ],
  [
    'a compiler of Java without work',
    'idle',
    `CompileBroker::compiler_thread_loop()@libjvm.so > CompileQueue::get()@libjvm.so > Monitor::wait(long)@libjvm.so > os::PlatformMonitor::wait(long)@libjvm.so > ${condition}`,
  ],
  [
    'a thread of the garbage collector of Java without work',
    'idle',
    'SemaphoreGangTaskDispatcher::worker_wait_for_task()@libjvm.so > PosixSemaphore::wait()@libjvm.so > sem_wait@libc.so.6',
  ],
  [
    'a thread of Node without work',
    'idle',
    `node::(anonymous namespace)::PlatformWorkerThread(void*)@node > uv_cond_wait@node > ${condition}`,
  ],
  [
    'a thread of Node that waits for a lock in its work',
    'runtime',
    'node::(anonymous namespace)::PlatformWorkerThread(void*)@node > v8::platform::DefaultJobWorker::Run()@node > absl::Mutex::LockSlow(absl::MuHowS const*)@node',
  ],
  [
    'a queue of Java',
    'channel',
    `java.util.concurrent.ArrayBlockingQueue.put > ${aqs}$ConditionObject.await > ${parked}`,
  ],
  ['a future of Java', 'condition', `java.util.concurrent.FutureTask.awaitDone > ${parked}`],
  [
    'a worker of Java without work',
    'idle',
    `java.util.concurrent.ThreadPoolExecutor.getTask > java.util.concurrent.LinkedBlockingQueue.take > ${aqs}$ConditionObject.await > ${parked}`,
  ],
  [
    'a pause of the Java virtual machine',
    'pause',
    `VMThread::execute(VM_Operation*)@libjvm.so > Monitor::wait(long)@libjvm.so > ${condition}`,
  ],
  [
    'a pause that ends a wait for work',
    'pause',
    `java.util.concurrent.ThreadPoolExecutor.getTask > jdk.internal.misc.Unsafe.park > SafepointMechanism::process(JavaThread*, bool)@libjvm.so > SafepointSynchronize::block(JavaThread*)@libjvm.so > syscall@libc.so.6`,
  ],
  [
    'code without symbols of .NET, of which nothing says whether it waits for a monitor or in a pause',
    'runtime',
    `[unknown a9cf478e+2c53e0]@libcoreclr.so > [unknown a9cf478e+66b7b0]@libcoreclr.so > ${condition}`,
  ],
  [
    'a library without symbols, which has conditions of its own',
    'condition',
    `[unknown 3f2a1c7b+4a5e0]@librdkafka.so.1 > ${condition}`,
  ],
  [
    'a worker of .NET without work',
    'idle',
    `System.Threading.LowLevelLifoSemaphore.WaitNative@System.Private.CoreLib.dll > [unknown a9cf478e+66b7b0]@libcoreclr.so > ${condition}`,
  ],
  ['Monitor.Enter of .NET', 'lock', `System.Threading.Monitor.Enter > AwareLock::Enter@libcoreclr.so > ${condition}`],
  [
    'Monitor.Wait of .NET',
    'condition',
    `System.Threading.Monitor.Wait@System.Private.CoreLib.dll > [unknown a9cf478e+66b7b0]@libcoreclr.so > ${condition}`,
  ],
  [
    'a lock of a library that Node has',
    'runtime',
    'v8::base::RecursiveMutex::Lock()@node > absl::Mutex::LockSlow(absl::MuHowS const*)@node',
  ],
  ['another use of a futex', undefined, 'syscall@libc.so.6'],
];

test.each(rows)('%s', (_, kind, stack) => {
  expect(waitKindOf(beneath(stack))).toBe(kind);
});

test('a function that waits says nothing of who waits', () => {
  expect(
    ['jdk.internal.misc.Unsafe.park', 'pthread_cond_wait', `${aqs}.acquire`].map((name) =>
      isWaitPrimitive({ name, module: '' }),
    ),
  ).toEqual([true, true, true]);
  expect(isWaitPrimitive({ name: 'main.lookUp', module: 'app' })).toBe(false);
});
