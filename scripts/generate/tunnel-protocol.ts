import { EnrolBegin, EnrolChallenge, Enrolled, EnrolFinish } from '../../src/tunnel/enrolment-messages.ts';
import { enrolmentRefusals } from '../../src/control/enrolment/enrolment-problem.ts';
import { commands, reports } from '../../src/tunnel/messages.ts';
import { commandCaps, type PayloadCap, reportCaps } from '../../src/tunnel/payload-caps.ts';
import { frames, tunnelSubprotocol, tunnelVersion } from '../../src/tunnel/session/frame.ts';
import { byteRate, frameRate } from '../../src/tunnel/session/frame-rate.ts';
import { reportRates, sessionRate } from '../../src/tunnel/session/instance-rates.ts';
import { limits } from '../../src/tunnel/session/limits.ts';
import { refusals } from '../../src/tunnel/session/refusal.ts';
import { tunnelErrors } from '../../src/tunnel/session/tunnel-error.ts';
import { code, type Page, renderTable, toPage } from './page.ts';
import { commentsOf } from './scan-source.ts';
import { renderFields } from './tunnel/fields.ts';
import { showSignedTexts } from './tunnel/signed-texts.ts';

const drawing = '../../ARCHITECTURE.md#the-session-of-the-tunnel';

export function render(): Page[] {
  return [
    toPage('tunnel-protocol.md', 'src/tunnel', [
      '# Tunnel protocol',
      `The answer first: an instance opens one WebSocket over TLS to the control plane, proves its key, and from then on both ends send requests that each have one answer. Commands of the control plane are signed one by one. Nothing connects to an instance. The subprotocol is ${code(tunnelSubprotocol)}, the version ${tunnelVersion}.`,
      ...enrolment(),
      ...handshake(),
      ...signatures(),
      ...frameTables(),
      ...messages(),
      ...ends(),
    ]),
  ];
}

function enrolment(): string[] {
  return [
    '## Enrolment',
    'Two `https` calls, once. The instance creates an Ed25519 key that never leaves its disk. `POST /enroll/begin` presents the bootstrap token and the public key:',
    renderFields(EnrolBegin),
    'It is answered with a challenge, good for this key, name and class:',
    renderFields(EnrolChallenge),
    '`POST /enroll/finish` signs the challenge:',
    renderFields(EnrolFinish),
    'From the answer on, the instance trusts this command key and no other:',
    renderFields(Enrolled),
    'A refusal has one of these codes:',
    renderTable(
      ['code', 'status', 'words'],
      Object.entries(enrolmentRefusals).map(([name, { status, message }]) => [code(name), String(status), message]),
    ),
  ];
}

function handshake(): string[] {
  const steps = [
    'The control plane sends `challenge` with a nonce of its own. A connection with an `Origin` header gets none, because no browser is an instance.',
    'The instance writes its next generation and a random lineage to its disk: the claim.',
    'It sends `hello`, signed with its key over both nonces, the claim and what it says of itself.',
    'The control plane checks the signature with the key of the enrolment, records the claim and sends `welcome`, signed with the command key that the instance pins. It carries the time of the server, by which commands expire.',
    'The instance checks that signature, commits the claim to its disk and sends `committed`. The session is live.',
  ];
  return [
    '## Handshake',
    `[The states of both ends](${drawing}) are drawn from the same table that the code uses.`,
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    '## Generations',
    'Each session has a higher generation than the one before. A copy of an identity directory claims a generation that is over, and then both copies are locked (`locked`). After a crash between claim and commit the control plane accepts the same claim again, or a later one of the same lineage. When the store of the control plane was restored and is older than an instance, the instance is let in and the log says so.',
    'A new command key is announced by the one that it replaces (`keys.announce`), and a new certificate authority by the pinned command key (`authority.announce`). An instance answers each once it is on its disk.',
  ];
}

function signatures(): string[] {
  return [
    '## Signatures',
    'All are Ed25519. What is signed is a text: a context, then each field, each with its length in bytes before it, separated by commas. Two lists of fields never give the same text. In the texts below each field is a word that names it, and the numbers in front are the lengths of these words. An optional field that is absent is `none`, and one that is present begins with `=`.',
    ...showSignedTexts().flatMap(({ what, by, text }) => [
      `${capital(what)}, signed by ${by}:`,
      `\`\`\`text\n${text}\n\`\`\``,
    ]),
    'An instance judges a command in this order, and refuses it with the first code that fits: `unsigned`, `bad_signature`, `wrong_instance`, `replayed` (another session), `expired`, `replayed` (this nonce came before).',
  ];
}

const senders: Readonly<Record<keyof typeof frames, string>> = {
  challenge: 'the control plane',
  hello: 'the instance',
  welcome: 'the control plane',
  committed: 'the instance',
  refused: 'the control plane',
  request: 'both',
  answer: 'both',
  failure: 'both',
  cancel: 'both',
  notice: 'the control plane',
  chunk: 'both',
  credit: 'both',
  drop: 'both',
  ping: 'both',
  pong: 'both',
};

function frameTables(): string[] {
  return [
    '## Frames',
    'Each text message is one frame: a strict JSON object with `n`, its number in its direction from 1 without a gap, and `t`, its kind. A frame that is too long, does not parse, has an unknown field or comes out of order ends the session. Binary messages and compression are not used.',
    ...Object.entries(frames).flatMap(([kind, schema]) => [
      `### ${kind}`,
      `Sent by ${senders[kind as keyof typeof frames]}.`,
      renderFields(schema, ['n', 't']),
    ]),
    'A payload is JSON text: short ones travel inside their frame (`text`), longer ones as chunks that the receiver gives credit for (`stream`, `bytes`, `sha256`).',
  ];
}

function messages(): string[] {
  return [
    '## Commands',
    'Requests of the control plane. Each carries `proof`.',
    ...Object.entries(commands).flatMap(([name, { request, answer, class: of }]) => {
      const caps = commandCaps[name as keyof typeof commandCaps];
      return [
        `### ${name}`,
        `For ${of === 'any' ? 'every instance' : `an instance of class ${of}`}. Request: ${sayCap(caps.request)}.`,
        renderFields(request),
        `Answer: ${sayCap(caps.answer)}.`,
        renderFields(answer),
      ];
    }),
    '## Reports',
    'Requests of an instance. They are not signed one by one: the handshake proves whose session it is.',
    ...Object.entries(reports).flatMap(([name, { request, answer }]) => {
      const caps = reportCaps[name as keyof typeof reportCaps];
      return [
        `### ${name}`,
        `Request: ${sayCap(caps.request)}.`,
        renderFields(request),
        `Answer: ${sayCap(caps.answer)}.`,
        renderFields(answer),
      ];
    }),
  ];
}

function ends(): string[] {
  const said = commentsOf('src/tunnel/session/limits.ts', 'limits').members;
  const perSec = ({ perSec: rate, burst }: { perSec: number; burst: number }): string[] => [
    String(rate),
    String(burst),
  ];
  return [
    '## Failures of a request',
    'The session goes on.',
    renderTable(
      ['code', 'meaning'],
      Object.entries(tunnelErrors).map(([name, meaning]) => [code(name), meaning]),
    ),
    '## Limits',
    renderTable(
      ['limit', 'value', 'meaning'],
      Object.entries(limits).map(([name, value]) => [code(name), String(value), said[name] ?? '']),
    ),
    'Of one instance, over all of its sessions:',
    renderTable(
      ['what', 'a second', 'at once'],
      [
        ['sessions', ...perSec(sessionRate)],
        ['frames that nothing asked for', ...perSec(frameRate)],
        ['bytes of such frames', ...perSec(byteRate)],
        ...Object.entries(reportRates).map(([name, rate]) => [code(name), ...perSec(rate)]),
      ],
    ),
    '## Close codes',
    'A session that the control plane ends gets a `refused` frame with the code and the remedy, then the WebSocket is closed with status 4000 and the code as its reason. Where "tries again" says no, the instance stops until a person acted.',
    renderTable(
      ['code', 'tries again', 'what to do'],
      Object.entries(refusals).map(([name, { retry, remedy }]) => [code(name), retry ? 'yes' : 'no', remedy]),
    ),
  ];
}

function sayCap({ bytes, depth, values }: PayloadCap): string {
  return `at most ${bytes} bytes, ${depth} levels, ${values} values`;
}

function capital(text: string): string {
  return text.startsWith('`') ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
