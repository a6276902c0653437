/**
 * Which code the CPU samples of a version ran in. Only code of the executables and of their libraries is known by the
 * build of an executable: a script, or code that was made at run time, is the same file's whatever it does. A share of
 * the samples ran in such code and was not understood either: nobody can say which function that was.
 * The collector recognises runtimes by what their files define, and counts what it does not understand of them. Names
 * decide only of captures in which it did not count, and of interpreters that it does not know.
 */
import type { CodeOrigin } from '../../diff/diff.ts';
import { isToldApart } from '../../bundle/features/nameless.ts';
import { compareText, moduleOf } from '../../bundle/keys/key-text.ts';
import type { Build } from '../../bundle/record/bundle.ts';
import type { AxisColumns, CaptureVector, MeasuredVector } from '../../bundle/vector/capture-vector.ts';
import { fileNameOf } from './own-builds.ts';

/** Of functions that no unwind entry tells apart: a few stubs have none, and so does code that a runtime brings along. */
const mostUnnamed = 0.01;
/** Modules that are named. */
const mostNamed = 3;

/** `helpers`: builds of programs that are no part of what a version is; what they ran does not count. */
export function readSampledCode(side: readonly CaptureVector[], helpers: readonly Build[]): CodeOrigin {
  const besides = new Set(helpers.map(fileNameOf));
  const seen: Seen = { samples: 0, unread: 0, elsewhere: new Map(), unnamed: new Map() };
  let isComplete = side.length > 0;
  for (const capture of side) {
    const axis = capture.axes.find((one) => one.axis === 'cpu_stacks');
    isComplete &&= axis?.state === 'complete';
    if (axis === undefined || axis.state === 'missing') continue;
    addCapture(seen, axis, programsOf(capture, besides, axis.unread !== undefined));
  }
  const { samples, unread, elsewhere, unnamed } = seen;
  const modules = new Map(elsewhere);
  let stubs = 0;
  for (const self of unnamed.values()) stubs += self;
  if (stubs > mostUnnamed * samples) for (const [module, self] of unnamed) add(modules, module, self);
  const isKnown = isComplete && samples > 0;
  const files = isKnown ? 'files' : 'unknown';
  return {
    from: modules.size > 0 ? 'elsewhere' : files,
    unread: samples === 0 ? 0 : unread / samples,
    modules: [...modules]
      .toSorted((a, b) => b[1] - a[1] || compareText(a[0], b[0]))
      .slice(0, mostNamed)
      .map(([module]) => module),
  };
}

/** Samples of a side; in the maps by module. */
interface Seen {
  samples: number;
  unread: number;
  /** Of what is in no executable and in no library; of an interpreter, of its own loop. */
  readonly elsewhere: Map<string, number>;
  /** In files that were mapped, of functions that nothing tells apart. */
  readonly unnamed: Map<string, number>;
}

/** Names of files. */
interface Programs {
  readonly own: ReadonlySet<string>;
  readonly besides: ReadonlySet<string>;
  readonly scripted: ReadonlySet<string>;
  /** Those in which the collector found a runtime. */
  readonly withRuntime: ReadonlySet<string>;
}

function programsOf({ builds }: CaptureVector, besides: ReadonlySet<string>, isCounted: boolean): Programs {
  // A child that a program starts with `sh -c` runs what the program says.
  const initial = builds.filter((one) => one.initial > 0).map(fileNameOf);
  const isInterpreter = (file: string) => interpreters.test(file) || (!isCounted && knownInterpreters.test(file));
  const scripted = new Set(initial.filter(isInterpreter));
  const withRuntime = new Set(builds.filter(({ runtime }) => runtime !== undefined).map(fileNameOf));
  return { own: new Set(builds.map(fileNameOf)), besides, scripted, withRuntime };
}

function addCapture(seen: Seen, { columns, unread }: MeasuredVector, programs: Programs): void {
  const before = { samples: seen.samples, unread: seen.unread };
  addKeys(seen, columns, programs, unread === undefined ? interprets : interpretsUnknown);
  if (unread === undefined || unread === 0) return;
  const counted = unread * (seen.samples - before.samples);
  seen.unread = Math.max(seen.unread, before.unread + counted);
  if (seen.elsewhere.size > 0) return;
  const modules = programs.withRuntime.size > 0 ? programs.withRuntime : ['[unknown]'];
  for (const module of modules) add(seen.elsewhere, module, counted);
}

function addKeys(seen: Seen, { keys, amount, inclusive }: AxisColumns, programs: Programs, names: RegExp): void {
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const module = moduleOf(key);
    const name = key.slice(0, Math.max(0, key.length - module.length - 3));
    const kind = classify(name, module, programs, names);
    if (kind === undefined) continue;
    const self = amount[at] ?? 0;
    seen.samples += self;
    if (kind.isUnread) seen.unread += self;
    if (kind.isElsewhere && self + (inclusive?.[at] ?? 0) > 0) add(seen.elsewhere, module, self);
    else if (kind.isUnread) add(seen.unnamed, module, self);
  }
}

/** Undefined of what a helper ran. */
function classify(name: string, module: string, { own, besides, scripted }: Programs, names: RegExp) {
  const isOwn = own.has(module);
  if (besides.has(module) && !isOwn) return undefined;
  const isForeign = !isOwn && !isLibrary(module);
  const isScripted = names.test(name) || scripted.has(module);
  // A function of a file that has no name is one of its build; of made code a place in memory says nothing.
  const isUnread = isScripted || name === '[unknown]' || (isForeign && isToldApart(name));
  return { isElsewhere: isForeign || isScripted, isUnread };
}

function add(amounts: Map<string, number>, module: string, amount: number): void {
  amounts.set(module, (amounts.get(module) ?? 0) + amount);
}

/** As the collector names modules: the base name of a file, or what the kernel itself maps. */
function isLibrary(module: string): boolean {
  return module === '[vdso]' || /\.so(?:[.-][\w.+-]*)?$/u.test(module);
}

const symbols = (names: readonly string[]): RegExp => new RegExp(`^(?:${names.join('|')})(?:\\.\\w+)*$`, 'u');

/** Functions in which an interpreter runs what it has read, by their symbols: of those that the collector does not know. */
const unknownNames = [
  String.raw`mrb_vm_exec|js::Interpret\b.*|JS_CallInternal|duk__js_execute_bytecode\w*|njs_vmcode_interpreter`,
  String.raw`TclNRExecuteByteCode|TEBCresume|vm_(?:debug|regular)_engine`, // Tcl, Guile
  String.raw`llint_\w+|wasm_interp_\w+|execute_command_internal`, // JavaScriptCore, WebAssembly, bash
];
const interpretsUnknown = symbols(unknownNames);

/** The same of all common ones. */
const interprets = symbols([
  ...unknownNames,
  String.raw`_?PyEval_\w+`, // CPython
  String.raw`luaV_execute|lj_(?:BC|vm)_\w+`, // Lua, LuaJIT
  String.raw`(?:rb_)?vm_exec(?:_core)?`, // Ruby
  String.raw`execute_ex|zend_execute\w*|ZEND_\w+_HANDLER`, // PHP
  String.raw`Perl_(?:runops|pp)_\w+`, // Perl
  String.raw`process_main|beam_jit_\w+`, // Erlang
  String.raw`Builtins_Interpreter\w+|v8::internal::Execution::Call`, // V8
  String.raw`mono_interp_\w+|interp_exec_method|bcEval(?:_loop)?|r_interpret`, // Mono, R
]);

/** Programs that run scripts and rarely have symbols, by the names of their files. */
const interpreters = /^(?:(?:ba|da|a|k|mk|z|fi|tcl|wi)?sh|busybox|[gmn]?awk|guile[\d.-]*)$/u;

/** The same of those that the collector knows. */
const knownInterpreters = /^(?:perl[\d.]*|lua(?:jit)?[\d.-]*)$/u;
