/**
 * Calls a judge of peers every half second with the time in which the event loop ran: no peer is late because this
 * process was. What came during a stall is read before anybody is judged.
 */
import type { Server } from 'node:net';

const sweepMs = 500;

/** Until the server is closed. Returns the time so far: milliseconds, in steps of half a second. */
export function attend(server: Server, judge: (nowMs: number) => void): () => number {
  let ms = 0;
  const timer = setInterval(() => {
    // However late the timer is.
    ms += sweepMs;
    setImmediate(() => judge(ms));
  }, sweepMs);
  timer.unref();
  server.on('close', () => clearInterval(timer));
  return () => ms;
}
