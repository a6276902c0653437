/** The tunnel's connection in production: a WebSocket over the agent that also carries enrolment. */
import type { Agent } from 'node:https';
import WebSocket from 'ws';
import { isUntrusted, networkCodeOf, networkFault } from '../../core/network-fault.ts';
import { DialFailure } from '../session/tunnel-error.ts';
import { tunnelSubprotocol } from '../session/frame.ts';
import { limits } from '../session/limits.ts';
import type { Net } from '../session/ports.ts';
import { openWire } from '../session/ws-wire.ts';

/** `agentOf` is asked at each connection. */
export function createWsNet(url: URL, agentOf: () => Agent): Net {
  return {
    dial: (listen, signal) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, tunnelSubprotocol, {
          agent: agentOf(),
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
          reject(explain(error, url));
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

function explain(error: Error, { host }: URL): Error {
  const code = networkCodeOf(error);
  if (isUntrusted(code)) return untrusted(error);
  if (code !== 'ERR_PROXY_TUNNEL') return error;
  const { remedy } = networkFault(code, `RUNNER_TUNNEL_URL: ${host}`, error);
  return new DialFailure(error.message, { remedy, cause: error });
}

function untrusted(error: Error): DialFailure {
  const remedy =
    'The certificate of the control plane is not from an authority that this instance trusts. If the authority was ' +
    'changed while this instance was off, its operator must put the present ca.pem of the control plane into the ' +
    'file of RUNNER_CA_FILE and restart it; the identity stays valid, so do not enrol it again. Otherwise check ' +
    'RUNNER_TUNNEL_URL and the proxy in between.';
  return new DialFailure(error.message, { remedy, cause: error });
}
