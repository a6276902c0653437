/** The tunnel's connection in production: a WebSocket over the agent that also carries enrolment. */
import type { Agent } from 'node:https';
import WebSocket from 'ws';
import { tunnelSubprotocol } from '../session/frame.ts';
import { limits } from '../session/limits.ts';
import type { Net } from '../session/ports.ts';
import { openWire } from '../session/ws-wire.ts';

export function createWsNet(url: URL, agent: Agent): Net {
  return {
    dial: (listen, signal) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, tunnelSubprotocol, {
          agent,
          perMessageDeflate: false,
          followRedirects: false,
          handshakeTimeout: limits.handshakeMs,
          maxPayload: limits.frameBytes,
          skipUTF8Validation: false,
        });
        const abandon = () => socket.terminate();
        signal.addEventListener('abort', abandon, { once: true });
        const settled = () => signal.removeEventListener('abort', abandon);
        // Stays for the life of the socket: an error without a listener would end the process.
        socket.on('error', (error) => {
          settled();
          reject(error);
        });
        socket.once('unexpected-response', (_request, response) => {
          response.resume();
          socket.terminate();
          reject(new Error(`the tunnel address answered with status ${response.statusCode ?? 0}`));
        });
        socket.once('open', () => {
          settled();
          openWire(socket, listen);
          resolve();
        });
      }),
  };
}
