import type { Duplex } from 'node:stream';

/** Enough for the words to arrive where somebody reads. */
const lastWordsMs = 1000;

/** Ends a connection with these last words. A peer that keeps its own side open is cut off. */
export function endWith(socket: Duplex, words: string): void {
  const cutOff = setTimeout(() => socket.destroy(), lastWordsMs);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => clearTimeout(cutOff));
  socket.end(words);
}
