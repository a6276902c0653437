/**
 * What to do before the first capture, each step with its commands, in both languages. Loaded where nothing was captured
 * yet; it imports only texts, so that the scripts of other pages stay as they are.
 */
import type { patterns } from '../browser/addresses.ts';
import { writeTargets } from '../reading/first-commands.ts';
import type { Locale } from './words.ts';

export interface StepPart {
  readonly text?: string;
  readonly link?: readonly [page: keyof typeof patterns, text: string];
  /** What the certificate authority is for, where the command names it: shown with a link to the file. */
  readonly ca?: string;
  /** Empty: the one that requests a capture. */
  readonly command?: string;
}

export interface Step {
  readonly title: string;
  readonly parts: readonly StepPart[];
}

const en: readonly Step[] = [
  {
    title: 'List the process to measure',
    parts: [
      {
        text: 'As root, where the process runs. Replace PROCESS by its name. Nothing outside this list is ever measured. On Kubernetes the list is a value of the chart instead; on a host without containers farol setup asks for it.',
        command: writeTargets,
      },
    ],
  },
  {
    title: 'Start a Profiler there',
    parts: [
      {
        text: 'A bootstrap token comes with the complete command for Docker, Kubernetes and hosts without containers.',
        link: ['enrolment', 'Create a bootstrap token for a Profiler'],
      },
    ],
  },
  {
    title: 'Request the first capture',
    parts: [
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
    title: 'Liste o processo a medir',
    parts: [
      {
        text: 'Como root, onde o processo roda. Troque PROCESS pelo nome dele. Nada fora desta lista é medido. No Kubernetes a lista é um valor do chart; em um host sem contêineres, farol setup pergunta por ela.',
        command: writeTargets,
      },
    ],
  },
  {
    title: 'Inicie um Profiler lá',
    parts: [
      {
        text: 'Um token de registro inicial vem com o comando completo para Docker, Kubernetes e hosts sem contêineres.',
        link: ['enrolment', 'Criar um token de registro inicial para um Profiler'],
      },
    ],
  },
  {
    title: 'Peça a primeira captura',
    parts: [
      {
        text: 'No formulário acima, ou em um pipeline com um token de captura em FAROL_CAPTURE_TOKEN.',
        link: ['tokens', 'Criar um token de captura'],
        command: '',
      },
    ],
  },
];

export const firstSteps: Readonly<Record<Locale, readonly Step[]>> = { en, 'pt-BR': ptBr };
