/** As recusas do provedor de identidade em português do Brasil, por código. */
import type { enSso } from './sso-en.ts';

export const ptBrSso: typeof enSso = {
  sso_off: 'O login único não está configurado aqui. Entre com uma passkey ou um link.',
  sso_required:
    'Esta organização só aceita login único. Um owner que não consegue usá-lo pede ao operador um link de farol control owner-link.',
  sso_expired: 'Este acesso demorou demais, foi enviado duas vezes ou começou em outro navegador. Comece de novo.',
  sso_denied:
    'O provedor não permitiu a entrada. Comece de novo se você cancelou; senão, o administrador do provedor precisa dar a você acesso ao Farol.',
  sso_provider_error:
    'O provedor recusou o pedido do Farol. O operador do plano de controle lê o motivo no log e compara cliente, segredo e endereço de retorno com os do provedor.',
  sso_invalid:
    'A resposta do provedor não pôde ser verificada, e ninguém entrou. Comece de novo; se repetir, o operador do plano de controle lê o motivo no log.',
  sso_no_role:
    'O provedor não dá a você nenhum papel no Farol. O administrador dele adiciona você a um grupo que tenha um.',
  sso_removed:
    'Você foi removido desta organização. Um proprietário ou administrador pode readmitir você em Configurações: Pessoas.',
  sso_busy: 'Muitas pessoas estão entrando pelo provedor neste momento. Comece de novo em alguns segundos.',
  sso_failed:
    'O Farol não conseguiu concluir este acesso, e ninguém entrou. Comece de novo; se repetir, o operador do plano de controle lê a causa no log.',
  sso_unavailable:
    'O provedor de identidade não responde. Tente de novo em um minuto; o operador do plano de controle lê a causa no log.',
};
