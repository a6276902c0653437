/** Portuguese for the remedies of the connector amplitude; `{}` is what differs. */
export const amplitudeRemedies: Readonly<Record<string, string>> = {
  'Wait as long as it says: Amplitude allows a cost of {} in five minutes, this query costs {}, and this Agent has already spent too much of that. Ask for fewer days or groups meanwhile.':
    'Espere o tempo que ele indica: o Amplitude permite um custo de {} em cinco minutos, esta consulta custa {}, e este Agent já gastou demais desse total. Enquanto isso, peça menos dias ou grupos.',
  'Set AMPLITUDE_REGION to us or to eu.': 'Defina AMPLITUDE_REGION como us ou eu.',
  'Ask for fewer days, fewer events, or without a group or a filter of users: the cost is days × conditions × events, and each group counts four.':
    'Peça menos dias, menos eventos, ou sem grupo nem filtro de usuários: o custo é dias × condições × eventos, e cada grupo conta quatro.',
  'Amplitude gives the same answer for a wrong id and for a chart of another project. First open the chart in Amplitude and compare its id, which is the end of its address; a chart that was never saved has none. If the id is right, its project must be the one whose keys are in AMPLITUDE_API_KEY and AMPLITUDE_SECRET_KEY.':
    'O Amplitude dá a mesma resposta para um id errado e para um gráfico de outro projeto. Primeiro abra o gráfico no Amplitude e compare o id, que é o fim do endereço; um gráfico nunca salvo não tem id. Se o id estiver certo, o projeto dele deve ser o das chaves em AMPLITUDE_API_KEY e AMPLITUDE_SECRET_KEY.',
  'The project reached its concurrent limit: five requests at a time, and a cost of 1000 in five minutes, shared by all users of its keys. Wait, ask for fewer days or groups, and check who else sends queries.':
    'O projeto atingiu o limite de simultaneidade: cinco pedidos por vez e um custo de 1000 em cinco minutos, compartilhados por todos que usam as chaves. Espere, peça menos dias ou grupos e verifique quem mais envia consultas.',
  'The project reached its rate limit: a cost of 108,000 in an hour, shared by all users of its keys. Wait, ask for fewer days or groups, and check who else sends queries.':
    'O projeto atingiu o limite de taxa: um custo de 108.000 por hora, compartilhado por todos que usam as chaves. Espere, peça menos dias ou grupos e verifique quem mais envia consultas.',
  'Amplitude does not accept this query: name events and properties as they are sent, and for a metric of a property begin groupBy with one that holds numbers.':
    'O Amplitude não aceita esta consulta: indique eventos e propriedades como são enviados e, para uma métrica de uma propriedade, comece groupBy com uma que contenha números.',
  'Unset AMPLITUDE_URL, or let it forward the paths below /api to https://amplitude.com or https://analytics.eu.amplitude.com. If it is not set, report the path: Amplitude has changed it.':
    'Remova AMPLITUDE_URL, ou faça com que encaminhe os caminhos abaixo de /api para https://amplitude.com ou https://analytics.eu.amplitude.com. Se não estiver definida, relate o caminho: o Amplitude o mudou.',
  'Amplitude refused in words that do not speak of the keys: check whether the plan of the organization includes the Dashboard REST API, and whether its settings allow the address that this Agent sends from. Do not request new keys.':
    'A Amplitude recusou com palavras que não falam das chaves: verifique se o plano da organização inclui a Dashboard REST API e se as configurações dela permitem o endereço de onde este Agent envia. Não peça chaves novas.',
  'Amplitude documents no path for dashboards, so the one used here is unconfirmed. Open the dashboard in Amplitude, take the ids of its charts from their addresses, and call analytics.getChart for each.':
    'O Amplitude não documenta um caminho para dashboards; por isso, o usado aqui não está confirmado. Abra o dashboard no Amplitude, pegue os ids dos gráficos nos endereços deles e chame analytics.getChart para cada um.',
  'The project of these keys has received no event, or it is the wrong project. First compare the keys with those of the project under Settings, Organization settings, Projects, and put its two keys into AMPLITUDE_API_KEY and AMPLITUDE_SECRET_KEY if they differ; then check whether the application sends events to it.':
    'O projeto destas chaves não recebeu nenhum evento, ou é o projeto errado. Primeiro compare as chaves com as do projeto em Settings, Organization settings, Projects e, se forem diferentes, coloque as duas chaves dele em AMPLITUDE_API_KEY e AMPLITUDE_SECRET_KEY; depois verifique se a aplicação envia eventos a ele.',
  'Ask for at most {} days, including the first and the last, or for the interval {}.':
    'Peça no máximo {} dias, incluindo o primeiro e o último, ou o intervalo {}.',
  'Set AMPLITUDE_TIME_ZONE to a name of the IANA database, such as America/Sao_Paulo: {} is not one.':
    'Defina AMPLITUDE_TIME_ZONE com um nome da base IANA, como America/Sao_Paulo: {} não é um deles.',
  'Amplitude gives the same answer for keys of the other region and for wrong keys. First check the address of the project in a browser: {}, {}, because a key pair of one region is unknown in the other. If the region is right, then copy both keys of the same project again ({}) into AMPLITUDE_API_KEY and AMPLITUDE_SECRET_KEY. Do not request new keys before that.':
    'O Amplitude dá a mesma resposta para chaves da outra região e para chaves erradas. Primeiro confira o endereço do projeto em um navegador: {}, {}, porque um par de chaves de uma região é desconhecido na outra. Se a região estiver certa, copie de novo as duas chaves do mesmo projeto ({}) para AMPLITUDE_API_KEY e AMPLITUDE_SECRET_KEY. Não peça chaves novas antes disso.',
  'Report the path to Farol: Amplitude returned an unknown shape.':
    'Relate o caminho ao Farol: o Amplitude devolveu um formato desconhecido.',
  'Unset AMPLITUDE_URL, or set it to a proxy of https://amplitude.com or https://analytics.eu.amplitude.com: the server returned a web page.':
    'Remova AMPLITUDE_URL, ou defina-a com um proxy de https://amplitude.com ou https://analytics.eu.amplitude.com: o servidor devolveu uma página web.',
};
