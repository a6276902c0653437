/** Loads the Kubernetes client at the first question, without the HTTP client that it brings taking over the process. */
import type * as kubernetes from './kubernetes.ts';

export type Kubernetes = typeof kubernetes;

/**
 * Where undici keeps the dispatcher of the whole process (`lib/global.js`). Loading undici sets it when nothing
 * is there, and with it the one that Node's own `fetch` uses.
 */
const place = Symbol.for('undici.globalDispatcher.2');

let loaded: Promise<Kubernetes> | undefined;

export function loadKubernetes(): Promise<Kubernetes> {
  loaded ??= loadAside();
  return loaded;
}

/** Something is there while undici loads, so that it sets nothing; afterwards nothing is there, as before. */
async function loadAside(): Promise<Kubernetes> {
  if (place in globalThis) return import('./kubernetes.ts');
  Object.defineProperty(globalThis, place, { value: {}, configurable: true });
  try {
    return await import('./kubernetes.ts');
  } finally {
    Reflect.deleteProperty(globalThis, place);
  }
}
