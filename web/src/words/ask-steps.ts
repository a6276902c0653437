/** What to do before the first question, in both languages. Loaded where they are shown. */
import type { EmptyCommands } from '../reading/empty-commands.ts';
import type { Step } from './first-steps.ts';
import type { Locale } from './words.ts';

export function askSteps(commands: EmptyCommands): Readonly<Record<Locale, readonly Step[]>> {
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
