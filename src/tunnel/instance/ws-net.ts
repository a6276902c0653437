/** The tunnel's connection in production: a WebSocket over the agent that also carries enrolment. */
import type { Agent } from 'node:https';
import WebSocket from 'ws';
import { systemClock } from '../../core/clock.ts';
import { proxyOn } from '../../core/network-agent.ts';
import { DialFailure } from '../session/tunnel-error.ts';
import { tunnelSubprotocol } from '../session/frame.ts';
import { limits } from '../session/limits.ts';
import type { Net } from '../session/ports.ts';
import { openWire } from '../session/ws-wire.ts';
import { dialFailure, explainAnswer, type Tried } from './connection-problem.ts';

/** `agentOf` is asked at each connection. Who is not enrolled only asks whether a tunnel is there. */
export function createWsNet(url: URL, agentOf: () => Agent, isEnrolled = true): Net {
  return {
    dial: (listen, signal) =>
      new Promise((resolve, reject) => {
        const agent = agentOf();
        const tried = (): Tried => ({
          variable: 'RUNNER_TUNNEL_URL',
          url,
          nowMs: systemClock.now(),
          proxy: proxyOn(agent, url),
          isEnrolled,
        });
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
          reject(dialFailure(error, tried()));
        });
        socket.once('unexpected-response', (_request, response) => {
          response.resume();
          socket.terminate();
          reject(new DialFailure(explainAnswer(response.statusCode ?? 0, tried())));
        });
        socket.once('open', () => {
          settled();
          openWire(socket, listen);
          resolve();
        });
      }),
  };
}
