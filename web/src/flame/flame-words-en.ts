/** The English words of the flame graph, loaded with it. */
export const enFlame = {
  empty: 'No CPU sample was taken in the window.',
  missing: 'There are no stacks to draw.',
  side: (version: string, rate: string, samples: string, captures: number) =>
    `${version}: ${rate} CPU ms/s, ${samples} samples in ${captures === 1 ? '1 capture' : `${captures} captures`}.`,
  endsEarly: (version: string, count: string, of: string) =>
    `${count} of ${of} samples of ${version} do not reach their root: they begin in the middle, and their callers lack that time.`,
  unlisted: (version: string, count: string, of: string) =>
    `${count} of ${of} samples of ${version} have no stack in the bundle, so the graph lacks them.`,
  cut: (count: string) =>
    `The ${count} smallest frames are not drawn. Their time is in their callers, and the table has every function.`,
  notComparable: 'The two versions are not comparable, so each is drawn by itself and no direction is shown',
  noVerdict:
    'No verdict: frames stay grey until both versions have at least two captures. Percentages are measurements.',
  instance: 'Instance',
  find: 'Find a function',
  matched: (functions: string, share: string, version: string) =>
    `${functions === '1' ? '1 function matches' : `${functions} functions match`}: ${share} of ${version}.`,
  widths: 'Widths by',
  back: 'Back',
  reset: 'Show everything',
  sandwich: 'Callers and callees',
  graph: 'Whole graph',
  chooseFirst: 'Select a function to see its callers and callees.',
  keys: 'Arrow keys move between frames, Enter zooms in, Escape goes back, / searches. Frames narrower than a pixel are drawn after zooming in.',
  keysSandwich: 'Arrow keys move between frames, Enter centres the function, Escape returns to the whole graph.',
  picture: {
    svg: 'Download SVG',
    png: 'Download PNG',
    widths: (version: string, rate: string) => `Widths: ${version}, ${rate} CPU ms/s`,
    zoomed: (name: string) => `Zoomed in on ${name}`,
    failed: (why: string) => `The browser could not make the picture: ${why}`,
  },
  legend: {
    name: 'Colours',
    quiet: 'not beyond noise',
    unjudged: 'no verdict: replicates missing',
    more: 'more CPU time',
    less: 'less CPU time',
    new: 'sampled only in the newer version',
    unseen: 'sampled only in the older version',
  },
  directions: { more: 'more', less: 'less', new: 'new', unseen: 'not sampled', same: 'the same' },
  graphOf: (version: string) => `Flame graph of ${version}`,
  callers: (name: string) => `Callers of ${name}`,
  callees: (name: string) => `Callees of ${name}`,
  whole: (version: string, rate: string) => `${version}: ${rate} CPU ms/s`,
  frame: (key: string, rate: string, share: string, version: string) =>
    `${key}: ${rate} CPU ms/s, ${share} of ${version}`,
  was: (before: string, after: string) => `${before} → ${after} CPU ms/s`,
  notDrawn: (key: string, version: string) => `${key} was not sampled in ${version}, so it has no width here.`,
  quiet: 'no change claimed',
  unseenIn: (count: string, old: string, version: string) =>
    `${count === '1' ? '1 function' : `${count} functions`} sampled in ${old} and not in ${version}`,
  unseenMore: (count: string) => `${count} more are in the table.`,
  table: {
    name: 'Functions of the flame graph',
    function: 'Function',
    module: 'Module',
    place: 'Place',
    self: 'Self',
    total: 'Total',
    selfOf: (version: string) => `Self, ${version}`,
    totalOf: (version: string) => `Total, ${version}`,
    change: 'Change of total',
    unit: 'In CPU ms/s. Self: the function itself; total: with everything it called.',
    more: (count: string) => `Show ${count} more`,
    shown: (count: string, of: string) => `${count} of ${of} functions`,
    none: 'No function matches the search.',
  },
};
