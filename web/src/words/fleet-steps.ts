/** What to do before the first instance connects, in both languages. Loaded where they are shown. */
import type { EmptyCommands } from '../reading/empty-commands.ts';
import type { Step } from './first-steps.ts';
import type { Locale } from './words.ts';

export function fleetSteps(commands: EmptyCommands): Readonly<Record<Locale, readonly Step[]>> {
  return {
    en: [
      {
        title: 'Check the way',
        parts: [
          {
            text: 'The machine of the instance must reach this control plane. Run this there.',
            command: commands.reach,
          },
        ],
      },
      {
        title: 'Create its token',
        parts: [
          {
            text: 'Here, or on the machine of the control plane. It comes with the complete command for Docker, Kubernetes, systemd and by hand.',
            link: ['enrolment', 'All bootstrap tokens'],
            command: commands.createToken,
          },
        ],
      },
      {
        title: 'Run its command, and see it connect',
        parts: [
          {
            text: 'The instance appears on this page within seconds. If it does not, its log says why; with Docker:',
            command: commands.agentLog,
          },
        ],
      },
    ],
    'pt-BR': [
      {
        title: 'Verifique o caminho',
        parts: [
          {
            text: 'A máquina da instância precisa alcançar este plano de controle. Execute isto lá.',
            command: commands.reach,
          },
        ],
      },
      {
        title: 'Crie o token dela',
        parts: [
          {
            text: 'Aqui ou na máquina do plano de controle. Ele vem com o comando completo para Docker, Kubernetes, systemd e manual.',
            link: ['enrolment', 'Todos os tokens de registro inicial'],
            command: commands.createToken,
          },
        ],
      },
      {
        title: 'Execute o comando dele e veja a conexão',
        parts: [
          {
            text: 'A instância aparece nesta página em segundos. Se não aparecer, o log dela diz o motivo; com Docker:',
            command: commands.agentLog,
          },
        ],
      },
    ],
  };
}
