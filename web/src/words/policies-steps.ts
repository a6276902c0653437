/** What to do before permissions are granted to the first Agent, in both languages. Loaded where they are shown. */
import type { EmptyCommands } from '../reading/empty-commands.ts';
import type { Step } from './first-steps.ts';
import type { Locale } from './words.ts';

export function policiesSteps(commands: EmptyCommands): Readonly<Record<Locale, readonly Step[]>> {
  return {
    en: [
      {
        title: 'Read and download a document',
        parts: [
          {
            text: 'The documents below are what an Agent of this version needs, and nothing else. The one of AWS as a file:',
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
