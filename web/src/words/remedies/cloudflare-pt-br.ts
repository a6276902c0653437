/** Portuguese for the remedies of the connector cloudflare; `{}` is what differs. */
export const cloudflareRemedies: Readonly<Record<string, string>> = {
  'Use the full name of a zone, which contains no colon.': 'Use o nome completo de uma zona, que não tem dois-pontos.',
  'What is in CLOUDFLARE_API_TOKEN does not have the form of an API token. Copy it again {}; a global API key is not accepted.':
    'O que está em CLOUDFLARE_API_TOKEN não tem a forma de um token de API. Copie-o de novo {}; uma chave de API global não é aceita.',
  'Add the address that the Agent sends from to Client IP Address Filtering of the token {}. Do not rotate the token: it is valid.':
    'Acrescente o endereço de onde o Agent envia a Client IP Address Filtering do token {}. Não troque o token: ele é válido.',
  'The token was rolled, disabled or deleted, or has expired: check its status {}, and put the active one into CLOUDFLARE_API_TOKEN.':
    'O token foi renovado, desabilitado ou excluído, ou expirou: confira o status dele {} e coloque o token ativo em CLOUDFLARE_API_TOKEN.',
  'Give the token {}, and this zone under Zone Resources, {}. Do not rotate the token unless its check says so.':
    'Dê ao token {}, e esta zona em Zone Resources, {}. Não troque o token, a menos que a verificação dele indique isso.',
  'Check the permissions and the Zone Resources of the token {}. If they are right, something between the Agent and CLOUDFLARE_URL refused the request.':
    'Confira as permissões e Zone Resources do token {}. Se estiverem certas, algo entre o Agent e CLOUDFLARE_URL recusou o pedido.',
  'See dns.listZones for the zones that the token can see: this one does not exist, or it was not given to the token.':
    'Veja em dns.listZones as zonas que o token vê: esta não existe ou não foi dada ao token.',
  'Cloudflare does not accept this name or type: use a full domain name and a record type that it knows.':
    'O Cloudflare não aceita este nome ou tipo: use um nome de domínio completo e um tipo de registro que ele conheça.',
};
