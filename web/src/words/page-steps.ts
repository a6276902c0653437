/** The first steps of a page that has nothing to show yet, in both languages. Loaded where they are shown. */
import type { EmptyCommands } from '../reading/empty-commands.ts';
import type { Step } from './first-steps.ts';
import type { Locale } from './words.ts';

/** What to do before the first question. */
function askSteps(commands: EmptyCommands): Readonly<Record<Locale, readonly Step[]>> {
  return {
    en: [
      {
        title: 'Enrol an Agent',
        parts: [
          {
            text: 'On the machine of the control plane, or in Settings. The token comes with the complete command.',
            link: ['enrolment', 'Create a bootstrap token'],
            command: commands.createToken,
          },
        ],
      },
      {
        title: 'Configure a connector',
        parts: [
          {
            text: 'Give the Agent the variables of a system that you use. On its machine, this names what is missing, connector by connector.',
            command: commands.doctor,
          },
        ],
      },
      {
        title: 'Ask the first question',
        parts: [
          {
            text: 'Open an operation below. On the machine of the Agent the same question is a command.',
            command: commands.question,
          },
        ],
      },
    ],
    'pt-BR': [
      {
        title: 'Registre um Agent',
        parts: [
          {
            text: 'Na máquina do plano de controle ou em Configurações. O token vem com o comando completo.',
            link: ['enrolment', 'Criar um token de registro inicial'],
            command: commands.createToken,
          },
        ],
      },
      {
        title: 'Configure um conector',
        parts: [
          {
            text: 'Forneça ao Agent as variáveis de um sistema que você usa. Na máquina dele, este comando diz o que falta, conector por conector.',
            command: commands.doctor,
          },
        ],
      },
      {
        title: 'Faça a primeira pergunta',
        parts: [
          {
            text: 'Abra uma operação abaixo. Na máquina do Agent a mesma pergunta é um comando.',
            command: commands.question,
          },
        ],
      },
    ],
  };
}

/** What to do before the first instance connects. */
function fleetSteps(commands: EmptyCommands): Readonly<Record<Locale, readonly Step[]>> {
  return {
    en: [
      {
        title: 'Test the connection',
        parts: [
          {
            text: 'The machine of the instance must reach this control plane. Run this there.',
            ca: 'Put ca.pem beside it first: it is the certificate authority of this control plane, which the machine does not know yet.',
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
        title: 'Teste a conexão',
        parts: [
          {
            text: 'A máquina da instância precisa alcançar este plano de controle. Execute isto lá.',
            ca: 'Antes, coloque ca.pem na mesma pasta: é a autoridade certificadora deste plano de controle, que a máquina ainda não conhece.',
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

/** What to do before permissions are granted to the first Agent. */
function policiesSteps(commands: EmptyCommands): Readonly<Record<Locale, readonly Step[]>> {
  return {
    en: [
      {
        title: 'Read and download a document',
        parts: [
          {
            text: 'The documents below are what an Agent of this version needs, and nothing else. The one of AWS as a file:',
            ca: 'The command reads ca.pem, the certificate authority of this control plane.',
            command: commands.policy,
          },
        ],
      },
      {
        title: 'Grant it, and enrol an Agent',
        parts: [
          {
            text: 'Give the credential of the Agent these permissions. A bootstrap token comes with the command that enrols it.',
            link: ['enrolment', 'Create a bootstrap token'],
            command: commands.createToken,
          },
        ],
      },
      {
        title: 'Check what was granted',
        parts: [
          {
            text: 'On the machine of the Agent, this compares the credential with the document: what is missing, and what is more than needed.',
            command: commands.doctor,
          },
        ],
      },
    ],
    'pt-BR': [
      {
        title: 'Leia e baixe um documento',
        parts: [
          {
            text: 'Os documentos abaixo são o que um Agent desta versão precisa, e nada mais. O da AWS como arquivo:',
            ca: 'O comando lê ca.pem, a autoridade certificadora deste plano de controle.',
            command: commands.policy,
          },
        ],
      },
      {
        title: 'Conceda e registre um Agent',
        parts: [
          {
            text: 'Dê estas permissões à credencial do Agent. Um token de registro inicial vem com o comando de registro.',
            link: ['enrolment', 'Criar um token de registro inicial'],
            command: commands.createToken,
          },
        ],
      },
      {
        title: 'Verifique o que foi concedido',
        parts: [
          {
            text: 'Na máquina do Agent, este comando compara a credencial com o documento: o que falta e o que sobra.',
            command: commands.doctor,
          },
        ],
      },
    ],
  };
}

/** By the page that they stand on. */
export const pageSteps = { ask: askSteps, fleet: fleetSteps, policies: policiesSteps };
