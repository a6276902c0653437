/** Portuguese for the remedies of the connector kubernetes; `{}` is what differs. */
export const kubernetesRemedies: Readonly<Record<string, string>> = {
  'The {} expired at {}. {}': 'O {} expirou em {}. {}',
  'Kubernetes renews the token of a pod by itself: check that its service account still exists, and start the pod again.':
    'O Kubernetes renova o token de um pod sozinho: confira se a service account dele ainda existe e inicie o pod de novo.',
  'Ask the administrator of the cluster for another client certificate with the same user, and put it into the kubeconfig.':
    'Peça a quem administra o cluster outro certificado de cliente com o mesmo usuário e coloque-o no kubeconfig.',
  'Ask the administrator of the cluster for another token: `farol policy print kubernetes-service-account | kubectl apply -f -` makes a service account with one that does not expire.':
    'Peça outro token a quem administra o cluster: `farol policy print kubernetes-service-account | kubectl apply -f -` cria uma service account com um que não expira.',
  'The cluster {} does not accept the {}{}: it is of another cluster, or was revoked. Check first that the address is that of the cluster it was made in. {}':
    'O cluster {} não aceita o {}{}: ele é de outro cluster ou foi revogado. Confira primeiro se o endereço é o do cluster em que ele foi criado. {}',
  'The server does not serve {}. If other operations work, upgrade the cluster to Kubernetes 1.19 or later, or enable the group in --runtime-config. If none does, the address is not that of an API server. No permission is missing.':
    'O servidor não oferece {}. Se outras operações funcionam, atualize o cluster para o Kubernetes 1.19 ou posterior, ou habilite o grupo em --runtime-config. Se nenhuma funciona, o endereço não é o de um API server. Não falta nenhuma permissão.',
  'Keep one of {} and {}: a source reads one cluster, in one way. Another cluster is a source of its own in RUNNER_SOURCES_FILE.':
    'Mantenha só uma entre {} e {}: uma fonte lê um cluster, de uma maneira. Outro cluster é uma fonte própria em RUNNER_SOURCES_FILE.',
  'The server at {} ended the TLS handshake because of the client certificate: it requires one, or does not accept the one of the kubeconfig. Compare its authority with the client-ca-file of the cluster {}, and check whether a proxy in front of it asks for another one.':
    'O servidor em {} encerrou o handshake TLS por causa do certificado de cliente: ele exige um, ou não aceita o do kubeconfig. Compare a autoridade do certificado com o client-ca-file do cluster {} e verifique se um proxy na frente dele pede outro.',
  'The API server of the cluster {} did not answer at {}: check the DNS, the route and the firewall between this machine and it, and its list of authorized networks. {}':
    'O API server do cluster {} não respondeu em {}: verifique o DNS, a rota e o firewall entre esta máquina e ele, e a lista de redes autorizadas dele. {}',
  'The credential and its permissions are not the cause.': 'A credencial e as permissões dela não são a causa.',
  'The proxy in HTTPS_PROXY did not connect to the cluster {}: allow {} there, or list that host in NO_PROXY if it can be reached directly. {}':
    'O proxy em HTTPS_PROXY não se conectou ao cluster {}: permita {} ali, ou inclua esse host em NO_PROXY se ele puder ser alcançado diretamente. {}',
  'The certificate of the API server of {} at {} is not valid at the time of this machine: set the clock, or renew the certificate in the cluster (kubeadm certs renew apiserver). Nothing was sent.':
    'O certificado do API server de {} em {} não é válido no horário desta máquina: acerte o relógio, ou renove o certificado no cluster (kubeadm certs renew apiserver). Nada foi enviado.',
  'The certificate at {} is not for that name: use a name of the certificate in the address, or put it into tls-server-name of the kubeconfig. If it is of another server than the cluster {}, check DNS and forwarded ports. Nothing was sent.':
    'O certificado em {} não é para esse nome: use no endereço um nome do certificado, ou coloque-o em tls-server-name do kubeconfig. Se for de outro servidor que não o cluster {}, verifique o DNS e as portas encaminhadas. Nada foi enviado.',
  'The certificate at {} was not issued by the authority in {}. If the cluster {} was recreated, or its authority renewed, put the new one there; if a proxy intercepts TLS, exempt the host from interception. Nothing was sent.':
    'O certificado em {} não foi emitido pela autoridade em {}. Se o cluster {} foi recriado, ou a autoridade dele renovada, coloque a nova ali; se um proxy intercepta o TLS, isente o host da interceptação. Nada foi enviado.',
  'The server at {} does not speak TLS like the API server of {}: check the port, and what is in front of it. Nothing was sent.':
    'O servidor em {} não fala TLS como o API server de {}: verifique a porta e o que está na frente dele. Nada foi enviado.',
  'Set KUBERNETES_CLUSTER: the name of the cluster in the kubeconfig has other characters than letters, digits, hyphens and underscores, so no question could name it.':
    'Defina KUBERNETES_CLUSTER: o nome do cluster no kubeconfig tem outros caracteres além de letras, dígitos, hífens e sublinhados, então nenhuma consulta poderia indicá-lo.',
  'Put the PEM of the authority that signs the certificate of the API server into KUBERNETES_CA: it holds no certificate.':
    'Coloque em KUBERNETES_CA o PEM da autoridade que assina o certificado do API server: ali não há nenhum certificado.',
  '{}: KUBERNETES_IN_CLUSTER reads the cluster of its own pod, whose service account must be mounted. Set agent.readOwnCluster in the chart, or automountServiceAccountToken: true in the pod. Outside a pod, use KUBERNETES_KUBECONFIG.':
    '{}: KUBERNETES_IN_CLUSTER lê o cluster do próprio pod, cuja service account precisa estar montada. Defina agent.readOwnCluster no chart, ou automountServiceAccountToken: true no pod. Fora de um pod, use KUBERNETES_KUBECONFIG.',
  'Upgrade the cluster to Kubernetes 1.{} or later to read ingresses. Everything else is read.':
    'Atualize o cluster para o Kubernetes 1.{} ou posterior para ler ingresses. Todo o resto é lido.',
  'Replace the {} before {}. Until then it works.': 'Substitua o {} antes de {}. Até lá ele funciona.',
  'KUBERNETES_KUBECONFIG {}. Correct it, or write another one with `kubectl config view --minify --flatten --context <context>`.':
    'KUBERNETES_KUBECONFIG {}. Corrija-o, ou grave outro com `kubectl config view --minify --flatten --context <context>`.',
  'KUBERNETES_KUBECONFIG has cluster.insecure-skip-tls-verify, which is refused: anybody on the way could read the token and answer. Put the authority of the API server into certificate-authority-data, and the name in its certificate into tls-server-name if the address has another.':
    'KUBERNETES_KUBECONFIG tem cluster.insecure-skip-tls-verify, que é recusado: qualquer um no caminho poderia ler o token e responder. Coloque a autoridade do API server em certificate-authority-data, e o nome do certificado dele em tls-server-name se o endereço tiver outro.',
  'KUBERNETES_KUBECONFIG has cluster.proxy-url, which is not read: the way out of an Agent is set once, in HTTPS_PROXY and NO_PROXY. Set these, and take proxy-url out.':
    'KUBERNETES_KUBECONFIG tem cluster.proxy-url, que não é lido: a saída de um Agent é definida uma vez, em HTTPS_PROXY e NO_PROXY. Defina-as e remova proxy-url.',
  'KUBERNETES_KUBECONFIG has user.exec (the plug-in {}), which is refused: an Agent runs no program of others. {}':
    'KUBERNETES_KUBECONFIG tem user.exec (o plug-in {}), que é recusado: um Agent não executa programas de terceiros. {}',
  'Use the token of a service account that has the cluster role: `farol policy print kubernetes-service-account | kubectl apply -f -` makes one, and the guide of this connector says how to use its token.':
    'Use o token de uma service account que tenha a cluster role: `farol policy print kubernetes-service-account | kubectl apply -f -` cria uma, e o guia deste conector diz como usar o token dela.',
  'KUBERNETES_KUBECONFIG has user.auth-provider ({}), which is refused: kubectl has removed it, and it signs in as a person. {}':
    'KUBERNETES_KUBECONFIG tem user.auth-provider ({}), que é recusado: o kubectl o removeu, e ele entra como uma pessoa. {}',
  'KUBERNETES_KUBECONFIG has user.username or user.password, which is refused: no cluster has accepted passwords since version 1.19. {}':
    'KUBERNETES_KUBECONFIG tem user.username ou user.password, que é recusado: nenhum cluster aceita senhas desde a versão 1.19. {}',
  'KUBERNETES_KUBECONFIG has user.as or another field of impersonation, which is refused: the right to act as others is more than the cluster role. {}':
    'KUBERNETES_KUBECONFIG tem user.as ou outro campo de impersonation, que é recusado: o direito de agir como outros é mais do que a cluster role. {}',
  'Check whether the token or client certificate has expired, was revoked, or is of another cluster.':
    'Verifique se o token ou certificado de cliente expirou, foi revogado ou é de outro cluster.',
  'Apply the cluster role {} to {} and bind it to this identity: `farol policy print kubernetes-service-account` prints both for a service account. The credential is valid: do not replace it.':
    'Aplique a cluster role {} a {} e vincule-a a esta identidade: `farol policy print kubernetes-service-account` imprime ambas para uma service account. A credencial é válida: não a troque.',
  'The refusal is not in the form of an API server: something in front of it, such as an authenticating proxy or a management platform, answered. Let the Agent pass there, or use the address of the API server itself. Do not replace the credential before that.':
    'A recusa não está na forma de um API server: algo na frente dele respondeu, como um proxy de autenticação ou uma plataforma de gestão. Deixe o Agent passar ali, ou use o endereço do próprio API server. Não troque a credencial antes disso.',
  'A web page came back, as a dashboard or a sign-in proxy sends it: use the address of the API server itself, or let the Agent pass there.':
    'Voltou uma página web, como a que um painel ou um proxy de entrada envia: use o endereço do próprio API server, ou deixe o Agent passar ali.',
  'Remove what grants {}: another ClusterRoleBinding or RoleBinding of this identity or of one of its groups. The cluster role {} is enough.':
    'Remova o que concede {}: outro ClusterRoleBinding ou RoleBinding desta identidade ou de um dos grupos dela. A cluster role {} basta.',
};
