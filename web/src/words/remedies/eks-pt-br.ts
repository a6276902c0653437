/** Portuguese for the remedies of the connector eks; `{}` is what differs. */
export const eksRemedies: Readonly<Record<string, string>> = {
  'The cluster {} is in the state {} and has no address: wait until it is ACTIVE, or check it in AWS.':
    'O cluster {} está no estado {} e não tem endereço: espere até que esteja ACTIVE, ou verifique-o na AWS.',
  'Report the path to Farol: AWS returned it in an unknown form.':
    'Relate o caminho ao Farol: a AWS o devolveu em uma forma desconhecida.',
  'Report the path to Farol: the cluster omitted a required field.':
    'Relate o caminho ao Farol: o cluster omitiu um campo obrigatório.',
  'Report the path to Farol: an ingress has a backend that is neither a service nor a resource.':
    'Relate o caminho ao Farol: um ingress tem um backend que não é nem serviço nem recurso.',
  'Ask for the configured cluster, {}, or leave it out. The operator sets another in {}.':
    'Peça o cluster configurado, {}, ou deixe-o de fora. O operador define outro em {}.',
  'The cluster does not know this identity. {}': 'O cluster não conhece esta identidade. {}',
  'The cluster knows this identity but grants it too little. {}':
    'O cluster conhece esta identidade, mas lhe concede pouco demais. {}',
  'The cursor has expired: the cluster keeps a position in a list for about five minutes. Leave the cursor out to start again.':
    'O cursor expirou: o cluster guarda a posição em uma lista por cerca de cinco minutos. Deixe o cursor de fora para começar de novo.',
  'Check the namespace and the name: the read was allowed, and the cluster has no such object.':
    'Confira o namespace e o nome: a leitura foi permitida, e o cluster não tem esse objeto.',
  'Something in front of AWS or the cluster answered, such as a sign-in proxy: let the hosts of AWS and the cluster pass, or unset AWS_URL.':
    'Algo na frente da AWS ou do cluster respondeu, como um proxy de entrada: deixe passar os hosts da AWS e do cluster, ou remova AWS_URL.',
  'The proxy in HTTPS_PROXY did not connect to the cluster {}: allow {} on port 443 there, or list that host in NO_PROXY if it can be reached directly. The credential and its permissions are not the cause.':
    'O proxy em HTTPS_PROXY não se conectou ao cluster {}: permita {} na porta 443 ali, ou inclua esse host em NO_PROXY se ele puder ser alcançado diretamente. A credencial e as permissões dela não são a causa.',
  'The certificate of the cluster {} is not valid at the time of this machine: set its clock. EKS renews the certificate by itself, so if the clock is right, ask AWS about the cluster.':
    'O certificado do cluster {} não é válido no horário desta máquina: acerte o relógio. O EKS renova o certificado sozinho; se o relógio estiver certo, pergunte à AWS sobre o cluster.',
  'The server at {} is not the cluster {}: its certificate is for another name. Check the DNS of this network, the hosts files, and what forwards port 443. Nothing was sent to it.':
    'O servidor em {} não é o cluster {}: o certificado é para outro nome. Confira o DNS desta rede, os arquivos hosts e o que encaminha a porta 443. Nada foi enviado a ele.',
  'The certificate of the cluster {} was not issued by the authority that AWS returns for it, and no other authority is trusted for it, RUNNER_CA_FILE included. Usually a proxy intercepts TLS: exempt {} from interception. Nothing was sent.':
    'O certificado do cluster {} não foi emitido pela autoridade que a AWS devolve para ele, e nenhuma outra é confiável para ele, inclusive RUNNER_CA_FILE. Em geral um proxy intercepta o TLS: isente {} da interceptação. Nada foi enviado.',
  'The server at {} does not speak TLS like the cluster {}: check what is in front of it, such as a proxy or a forwarded port.':
    'O servidor em {} não fala TLS como o cluster {}: verifique o que está na frente dele, como um proxy ou uma porta encaminhada.',
  'Remove what grants {}: an access policy of the access entry, or another binding of this identity or its groups. The cluster role {} is enough.':
    'Remova o que concede {}: uma política da access entry, ou outro binding desta identidade ou dos grupos dela. A cluster role {} basta.',
  'Create an access entry for this identity in {}, with the Kubernetes group {} (with the authentication mode CONFIG_MAP: an entry in the config map aws-auth), and bind that group to the cluster role {}. {}':
    'Crie uma access entry para esta identidade em {}, com o grupo do Kubernetes {} (com o modo de autenticação CONFIG_MAP: uma entrada no config map aws-auth), e vincule esse grupo à cluster role {}. {}',
  'The address of the cluster {} is private: {}. The credential and its permissions are not the cause.':
    'O endereço do cluster {} é privado: {}. A credencial e as permissões dela não são a causa.',
  'The cluster {} accepts listed networks only: add the address that this Agent sends from to its public access CIDRs, or {}.':
    'O cluster {} só aceita as redes listadas: acrescente o endereço de onde este Agent envia aos CIDRs de acesso público dele, ou {}.',
  'The cluster {} is open to every network but did not answer: check the firewall, proxy and DNS of this network, then the state of the cluster.':
    'O cluster {} está aberto a todas as redes, mas não respondeu: verifique o firewall, o proxy e o DNS desta rede, depois o estado do cluster.',
  'Apply the cluster role {} and its ClusterRoleBinding to {}, and let the access entry of this identity name the group {}. {}':
    'Aplique a cluster role {} e o ClusterRoleBinding dela a {}, e faça a access entry desta identidade indicar o grupo {}. {}',
  'IAM is not the cause: do not rotate the credential and do not change its policy.':
    'O IAM não é a causa: não troque a credencial e não altere a política dela.',
  'The cluster knows this identity but grants it none of the permissions that the Agent needs. {}':
    'O cluster conhece esta identidade, mas não lhe concede nenhuma das permissões de que o Agent precisa. {}',
  'This account has no cluster {} in {}: correct EKS_CLUSTER, or set EKS_REGION to the region of the cluster.':
    'Esta conta não tem o cluster {} em {}: corrija EKS_CLUSTER, ou defina EKS_REGION com a região do cluster.',
  '{} The identity is {}{}.': '{} A identidade é {}{}.',
};
