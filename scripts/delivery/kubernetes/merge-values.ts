export type Values = Readonly<Record<string, unknown>>;

/** As Helm merges values over the defaults of a chart: objects by key, everything else as a whole. */
export function mergeValues(defaults: Values, values: Values): Values {
  const merged = Object.entries(values).map(([key, value]): [string, unknown] => {
    const before = defaults[key];
    return [key, isObject(before) && isObject(value) ? mergeValues(before, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
