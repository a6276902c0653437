/** A WebSocket as a wire, the same at both ends: text only, nothing delivered after the close. */
import type { WebSocket } from 'ws';
import type { Wire, WireEvents } from './ports.ts';

/** Close codes 4000 to 4999 are free for applications. */
const closeStatus = 4000;
/** A peer that does not answer the close is cut off after this. */
const closeWaitMs = 250;

export function openWire(socket: WebSocket, listen: (wire: Wire) => WireEvents): void {
  let isOver = false;
  const wire: Wire = {
    send: (text) => {
      if (!isOver && socket.readyState === socket.OPEN) socket.send(text);
    },
    close: (code) => {
      if (isOver) return;
      isOver = true;
      socket.close(closeStatus, code.slice(0, 100));
      setTimeout(() => socket.terminate(), closeWaitMs).unref();
    },
  };
  const events = listen(wire);
  socket.on('message', (data, isBinary) => {
    if (isOver) return;
    // An empty text is no frame either, so a binary message ends the session as a malformed frame.
    events.onText(isBinary ? '' : (data as Buffer).toString('utf8'));
  });
  socket.on('close', (status) => {
    if (isOver) return;
    isOver = true;
    events.onClose(`closed_${status}`);
  });
}
