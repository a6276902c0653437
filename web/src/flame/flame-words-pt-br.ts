/** As palavras do gráfico de chamas em português do Brasil, carregadas com ele. */
import type { enFlame } from './flame-words-en.ts';

export const ptBrFlame: typeof enFlame = {
  empty: 'Nenhuma amostra de CPU foi tomada na janela.',
  missing: 'Não há pilhas para desenhar.',
  side: (version, rate, samples, captures) =>
    `${version}: ${rate} CPU ms/s, ${samples} amostras em ${captures === 1 ? '1 captura' : `${captures} capturas`}.`,
  endsEarly: (version, count, of) =>
    `${count} de ${of} amostras de ${version} não chegam à raiz: começam no meio, e falta esse tempo em quem as chamou.`,
  unlisted: (version, count, of) =>
    `${count} de ${of} amostras de ${version} não têm pilha no pacote e faltam no gráfico.`,
  cut: (count) =>
    `Os ${count} menores quadros não são desenhados. O tempo deles está em quem os chamou, e a tabela tem todas as funções.`,
  notComparable: 'As duas versões não são comparáveis; cada uma é desenhada sozinha e nenhuma direção é mostrada',
  noVerdict:
    'Sem veredito: os quadros ficam cinza até que as duas versões tenham pelo menos duas capturas. As porcentagens são medições.',
  instance: 'Instância',
  find: 'Buscar uma função',
  matched: (functions, share, version) =>
    `${functions === '1' ? '1 função encontrada' : `${functions} funções encontradas`}: ${share} de ${version}.`,
  widths: 'Larguras de',
  back: 'Voltar',
  reset: 'Mostrar tudo',
  sandwich: 'Quem chama e quem é chamado',
  graph: 'Gráfico inteiro',
  chooseFirst: 'Selecione uma função para ver quem a chama e o que ela chama.',
  keys: 'As setas movem entre quadros, Enter amplia, Escape volta, / busca. Quadros mais estreitos que um pixel aparecem ao ampliar.',
  keysSandwich: 'As setas movem entre quadros, Enter põe a função no centro, Escape volta ao gráfico inteiro.',
  picture: {
    svg: 'Baixar SVG',
    png: 'Baixar PNG',
    widths: (version, rate) => `Larguras: ${version}, ${rate} CPU ms/s`,
    zoomed: (name) => `Ampliado em ${name}`,
    failed: (why) => `O navegador não conseguiu fazer a imagem: ${why}`,
  },
  legend: {
    name: 'Cores',
    quiet: 'não além do ruído',
    unjudged: 'sem veredito: faltam réplicas',
    more: 'mais tempo de CPU',
    less: 'menos tempo de CPU',
    new: 'amostrada só na versão mais nova',
    unseen: 'amostrada só na versão mais antiga',
  },
  directions: { more: 'mais', less: 'menos', new: 'nova', unseen: 'não amostrada', same: 'igual' },
  graphOf: (version) => `Gráfico de chamas de ${version}`,
  callers: (name) => `Quem chama ${name}`,
  callees: (name) => `O que ${name} chama`,
  whole: (version, rate) => `${version}: ${rate} CPU ms/s`,
  frame: (key, rate, share, version) => `${key}: ${rate} CPU ms/s, ${share} de ${version}`,
  was: (before, after) => `${before} → ${after} CPU ms/s`,
  notDrawn: (key, version) => `${key} não foi amostrada em ${version} e por isso não tem largura aqui.`,
  quiet: 'nenhuma mudança afirmada',
  unseenIn: (count, old, version) =>
    `${count === '1' ? '1 função amostrada' : `${count} funções amostradas`} em ${old} e não em ${version}`,
  unseenMore: (count) => `Outras ${count} estão na tabela.`,
  table: {
    name: 'Funções do gráfico de chamas',
    function: 'Função',
    module: 'Módulo',
    place: 'Lugar',
    self: 'Própria',
    total: 'Total',
    selfOf: (version) => `Própria, ${version}`,
    totalOf: (version) => `Total, ${version}`,
    change: 'Mudança do total',
    unit: 'Em CPU ms/s. Própria: a função em si; total: com tudo o que ela chamou.',
    more: (count) => `Mostrar mais ${count}`,
    shown: (count, of) => `${count} de ${of} funções`,
    none: 'Nenhuma função corresponde à busca.',
  },
};
