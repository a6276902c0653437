/**
 * Whether a function is of the target's own code, and not of a runtime, a standard library or a package that it uses. By
 * where it is declared, and by the conventions of its language where that is not known. What nothing speaks against is
 * the target's own.
 */
export interface SampledCode {
  readonly name: string;
  /** Of native code the file's name; else the script, the class or the assembly. */
  readonly module: string;
  /** Where it is declared. */
  readonly file?: string | undefined;
}

/** Names of the files that the target's processes run. */
export interface TargetPrograms {
  /** Those that hold the program's code. */
  readonly executables: ReadonlySet<string>;
  /** Those that load it from elsewhere. */
  readonly runtimes: ReadonlySet<string>;
}

interface RunFile {
  readonly exe_path: string;
  readonly runtime?: { readonly kind: string } | undefined;
}

export function programsOf(builds: readonly RunFile[]): TargetPrograms {
  const namesOf = (some: readonly RunFile[]) => new Set(some.map(nameOf));
  return {
    executables: namesOf(builds.filter(holdsCode)),
    runtimes: namesOf(builds.filter((one) => !holdsCode(one))),
  };
}

function nameOf({ exe_path: path }: RunFile): string {
  return path.split('/').at(-1) ?? '';
}

/** A program of Go has its runtime beside its code, and a server such as Redis has Lua for the scripts of others. */
function holdsCode(file: RunFile): boolean {
  const { kind } = file.runtime ?? {};
  return kind === undefined || kind === 'go' || (kind === 'lua' && !/^(?:lua|resty)/u.test(nameOf(file)));
}

/** Where package managers and systems put what others wrote. */
const foreignPlaces =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|gems|pkg\/mod|\.cargo\/(?:registry|git)|\.rustup)\/|^\/usr\/(?:lib|share|include)\/|^\/rustc\/|(?:^|\/)library\/(?:std|core|alloc)\/src\/|\/lib\/python\d|@v\d|^node:|^internal\/|^<frozen|^\/usr\/local\/go\/src\/|^(?:zend|ext)\//u;

const scripts = /\.(?:[cm]?[jt]sx?|py|rb|php\d?|phtml|p[lm]|cgi|lua|exs?|erl)$/u;

/** Packages that begin so are part of a language, or of what most programs of it are built with. */
const foreignNames: Readonly<Record<string, RegExp>> = {
  java: /^(?:javax?|jdk|sun|com\.sun|jakarta|kotlin|scala|clojure|groovy|org\.(?:apache|springframework|eclipse|hibernate|slf4j|postgresql|jboss)|io\.(?:netty|micrometer|grpc|undertow)|com\.(?:google|fasterxml|zaxxer)|ch\.qos|reactor|okhttp3|lombok)\./u,
  dotnet: /^(?:System|Microsoft|Interop|Internal|Newtonsoft|Npgsql|Grpc)(?:\.|$)/u,
  native:
    /^<?&?(?:mut )?(?:std|core|alloc|tokio|hyper|mio|parking_lot(?:_core)?|boost|__gnu_cxx|__cxxabiv1)::|^<(?:[ui](?:\d+|size)|f\d+|bool|char|str|\(\)|\[\w+\]) as |^(?:__|type:\.|_start$|_init$|_fini$)/u,
};

/** Of the C library where it is linked into a program: what asks the kernel, allocates, moves memory and waits. */
const cFunctions = new Set(
  'accept accept4 aligned_alloc brk calloc clock_nanosleep close connect epoll_pwait epoll_wait fclose fcntl fdatasync fflush fgets flock fopen fputs fread free fsync futex fwrite getaddrinfo getrandom ioctl io_getevents listen lseek madvise malloc memchr memcmp memcpy memmove memset mmap mprotect mremap msync munmap nanosleep open openat pause poll posix_memalign ppoll pread pread64 preadv printf pselect pwrite pwrite64 pwritev qsort read readv realloc recv recvfrom recvmmsg recvmsg rename sched_yield select send sendfile sendmmsg sendmsg sendto sigwait sleep snprintf splice stat strcmp strcpy strdup strlen strncmp syscall thread_start unlink usleep vsnprintf wait wait4 waitid waitpid write writev'.split(
    ' ',
  ),
);
const cFamilies = /^(?:pthread_|mtx_|cnd_|thrd_|je_|sem_(?:wait|timedwait|clockwait|trywait|post)$)/u;

/** First parts of the paths of Go's own packages, which have no dot in them. */
const goPackages = new Set(
  'archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak'.split(
    ' ',
  ),
);

/** `net/http.(*conn).serve`: the first part of the path of a function's package. */
const goFunction = /^(?<first>[a-z][\w-]*)(?:\/[\w./-]+)?\.[\w(*]/u;

/** What distinguishes functions without a name says of which file they are, and no more. */
const nameless = /^\[unknown [\da-f]+\+/u;

export function isOwnCode({ name, module, file }: SampledCode, { executables, runtimes }: TargetPrograms): boolean {
  if (name.startsWith('[') && !nameless.test(name)) return false;
  if (runtimes.has(module) || (file !== undefined && foreignPlaces.test(file))) return false;
  if (executables.has(module)) return isOwnNative(name, file);
  if (scripts.test(module)) return !foreignPlaces.test(module);
  return runtimes.size > 0 && isOwnClass(name, module);
}

function isOwnNative(name: string, file: string | undefined): boolean {
  if (foreignNames['native']?.test(name) === true || cFunctions.has(name) || cFamilies.test(name)) return false;
  const { first = '' } = goFunction.exec(name)?.groups ?? {};
  if (file === undefined) return !goPackages.has(first);
  if (!goFiles.test(file)) return true;
  // A trimmed path begins with the package; functions in assembly have a name alone.
  const [folder = '', ...rest] = file.split('/');
  return !goPackages.has(first) && !(rest.length > 0 && goPackages.has(folder));
}

const goFiles = /\.(?:go|s)$|^<autogenerated>$/u;

/** Of a class, an assembly or a module of a virtual machine: not of a library of native code. */
function isOwnClass(name: string, module: string): boolean {
  if (/\.so(?:\.|$)|^[[<]|^ld-/u.test(module)) return false;
  return foreignNames['java']?.test(`${module}.`) === false && foreignNames['dotnet']?.test(name) === false;
}
