/** As palavras da página com as passkeys e sessões da própria pessoa. */
import type { enWaysIn } from './ways-in-en.ts';

export const ptBrWaysIn: typeof enWaysIn = {
  waysIn: {
    lede: 'Suas passkeys e suas sessões. Um link de uso único de um proprietário ou administrador também permite entrar.',
    passkeys: 'Passkeys',
    passkeysText:
      'Uma passkey permite entrar com o bloqueio de um dispositivo: impressão digital, rosto ou PIN. Adicione uma em cada dispositivo que você usa.',
    none: 'Você ainda não tem uma passkey.',
    name: 'Nome',
    nameHint: 'O dispositivo que a guarda',
    nameRequired: 'Informe um nome.',
    add: 'Adicionar uma passkey',
    added: 'Adicionada',
    lastUsed: 'Último uso',
    host: 'Funciona em',
    former: (host) => `${host}, um endereço anterior: não permite mais entrar`,
    actions: 'Ações',
    remove: 'Remover…',
    removeOf: (name) => `Remover ${name}`,
    removeTitle: (name) => `Remover “${name}”?`,
    removeText:
      'Ela não permite mais entrar nesta organização. Outras sessões que ela iniciou são encerradas. Sem passkey você entra com um link de um proprietário ou administrador.',
    removeDo: 'Remover',
    unavailable: (address) =>
      `Passkeys não funcionam em ${address}: elas precisam de um nome de host, e este é um endereço numérico. O operador define FAROL_PUBLIC_URL com um nome, como https://localhost:8444 nesta máquina. Links funcionam.`,
    sessions: 'Sessões',
    sessionsText:
      'Onde você está conectado. Encerre uma sessão que você não reconhece e remova uma passkey que você perdeu.',
    device: 'Dispositivo',
    on: (browser, system) => `${browser} em ${system}`,
    unknownDevice: 'dispositivo desconhecido',
    way: 'Entrou por',
    ways: { link: 'link', passkey: 'passkey', sso: 'login único', switch: 'troca de organização' },
    began: 'Desde',
    seen: 'Último uso',
    ends: 'Termina',
    current: 'esta',
    end: 'Encerrar',
    endOf: (device) => `Encerrar a sessão em ${device}`,
    removesPasskeys: (count) => (count === 1 ? '1 passkey é removida:' : `${count} passkeys são removidas:`),
    endsSessions: (count) => (count === 1 ? '1 sessão é encerrada:' : `${count} sessões são encerradas:`),
  },
};
