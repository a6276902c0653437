/** What a control plane needs on its host, asked and checked. */
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:net';
import { fingerprintOf } from '../../core/pem-certificates.ts';
import { parseWebAddress } from '../../core/web-address.ts';
import { tenantName } from '../../tunnel/instance/config.ts';
import { ask, type Asker } from './answers/ask.ts';
import { authorityFile, type HostProgram } from './host-program.ts';
import { tryCommand } from './plan/act.ts';
import { mergeSettings, parseSettings } from './plan/settings-file.ts';
import type { Prepared, SetupOptions } from './prepared.ts';
import { SetupProblem } from './setup-problem.ts';
import { isActive } from './start-unit.ts';

const defaultPorts = { FAROL_PORT: 8444, FAROL_TUNNEL_PORT: 8443 } as const;

export async function prepareControl(
  program: HostProgram,
  options: SetupOptions,
  { settings, asker }: { readonly settings: string; readonly asker: Asker },
): Promise<Prepared> {
  const present = parseSettings(settings);
  const url = await ask(
    {
      option: '--url',
      message: 'Address that people and instances use for this control plane',
      given: options.url,
      present: present['FAROL_PUBLIC_URL'],
      ...(asker.isInteractive && { usual: `https://${ownName()}:${defaultPorts.FAROL_PORT}` }),
      check: (value) => {
        const parsed = parseWebAddress(value, ['https:']);
        return typeof parsed === 'string' ? `This ${parsed}.` : undefined;
      },
    },
    asker,
  );
  const organization = await ask(
    {
      option: '--organization',
      message: 'Name of the organization',
      given: options.organization,
      present: present['FAROL_ORGANIZATION'] ?? (settings === '' ? undefined : ''),
      usual: 'default',
      check: (value) =>
        value === '' || tenantName.test(value) ? undefined : 'Use lower-case letters, digits and inner hyphens.',
    },
    asker,
  );
  if (!isActive(program.name)) await requirePorts(present);
  const origin = new URL(url).origin;
  return {
    installation: {
      settings: mergeSettings(settings, {
        FAROL_PUBLIC_URL: origin,
        ...(organization !== '' && { FAROL_ORGANIZATION: organization }),
      }),
    },
    identity: `The control plane is live at ${origin}.`,
    places: [['authority', `${authorityFile}, for browsers and other machines`]],
    finish: () => [...publishAuthority(program), ...sayNext(program, origin)],
  };
}

function ownName(): string {
  const { status, stdout } = tryCommand(['hostname', '--fqdn']);
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : hostname();
}

/** @throws SetupProblem for ports that something else listens on. */
async function requirePorts(present: Readonly<Record<string, string>>): Promise<void> {
  const ports = Object.entries(defaultPorts).map(([name, usual]) => [name, Number(present[name] ?? usual)] as const);
  const problems: string[] = [];
  for (const [name, port] of ports) {
    if (!(await canListen(port))) {
      problems.push(
        `Port ${port} is in use. Stop what listens there (ss -ltnp), or set another ${name} in its settings.`,
      );
    }
  }
  if (problems.length > 0) throw new SetupProblem(problems.join('\n'));
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** The data folder is closed to others, and every other machine needs the authority. */
function publishAuthority({ data }: HostProgram): string[] {
  const made = path.join(data, 'tls/ca.pem');
  if (!existsSync(made)) return [];
  copyFileSync(made, authorityFile);
  chmodSync(authorityFile, 0o644);
  return [`Fingerprint of the authority: ${fingerprintOf(readFileSync(authorityFile, 'utf8')) ?? 'unknown'}`, ''];
}

function sayNext({ data }: HostProgram, origin: string): string[] {
  const link = path.join(data, 'owner-link');
  const authority = existsSync(authorityFile) ? ` --ca-file ${authorityFile}` : '';
  const logIn = `for kind in capture read; do farol token create --kind $kind --name first | farol login --url ${origin}${authority}; done`;
  return existsSync(link)
    ? [
        'Next: open this link once. It makes you the first owner:',
        `  ${readFileSync(link, 'utf8').trim()}`,
        'Then Settings, Enrolment has a command for each host, with address, authority and token in it.',
        '',
        'To capture and compare from this shell:',
        `  ${logIn}`,
      ]
    : ['Next: Settings, Enrolment has a command for each host, with address, authority and token in it.'];
}
