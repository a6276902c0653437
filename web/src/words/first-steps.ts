/**
 * What to do before the first capture, each step with its commands, in both languages. Loaded where nothing was captured
 * yet; it imports only texts, so that the scripts of other pages stay as they are.
 */
import type { patterns } from '../addresses.ts';
import { becomeProfiler, installProfiler, writeTargets } from '../reading/first-commands.ts';
import type { Locale } from './words.ts';

export interface StepPart {
  readonly text?: string;
  readonly link?: readonly [page: keyof typeof patterns, text: string];
  /** Empty: the one that requests a capture. */
  readonly command?: string;
}

export interface Step {
  readonly title: string;
  readonly parts: readonly StepPart[];
}

const en: readonly Step[] = [
  {
    title: 'Install a Profiler where your process runs',
    parts: [
      {
        text: 'As root, in a clone of Farol that every user can read. The first command builds the program and its collector.',
        command: installProfiler,
      },
    ],
  },
  {
    title: 'List the process, then start the Profiler',
    parts: [
      {
        text: 'Replace PROCESS by the name of your process. Nothing outside this list is ever measured.',
        command: writeTargets,
      },
      {
        text: 'The last command opens a shell as the user of the Profiler. Paste there what the bootstrap token shows.',
        link: ['enrolment', 'Create a bootstrap token for a Profiler'],
        command: becomeProfiler,
      },
    ],
  },
  {
    title: 'Request the first capture',
    parts: [
      { link: ['profilerSetting', 'Enable the Profiler for your organization first'] },
      {
        text: 'In the form above, or from a pipeline with a capture token in FAROL_CAPTURE_TOKEN.',
        link: ['tokens', 'Create a capture token'],
        command: '',
      },
    ],
  },
];

const ptBr: readonly Step[] = [
  {
    title: 'Instale um Profiler onde o seu processo roda',
    parts: [
      {
        text: 'Como root, em um clone do Farol que todo usuário possa ler. O primeiro comando compila o programa e o coletor.',
        command: installProfiler,
      },
    ],
  },
  {
    title: 'Liste o processo e inicie o Profiler',
    parts: [
      {
        text: 'Troque PROCESS pelo nome do seu processo. Nada fora desta lista é medido.',
        command: writeTargets,
      },
      {
        text: 'O último comando abre um shell como o usuário do Profiler. Cole nele o que o token de bootstrap mostra.',
        link: ['enrolment', 'Criar um token de bootstrap para um Profiler'],
        command: becomeProfiler,
      },
    ],
  },
  {
    title: 'Peça a primeira captura',
    parts: [
      { link: ['profilerSetting', 'Antes, habilite o Profiler para a sua organização'] },
      {
        text: 'No formulário acima, ou em um pipeline com um token de captura em FAROL_CAPTURE_TOKEN.',
        link: ['tokens', 'Criar um token de captura'],
        command: '',
      },
    ],
  },
];

export const firstSteps: Readonly<Record<Locale, readonly Step[]>> = { en, 'pt-BR': ptBr };
