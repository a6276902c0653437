/**
 * Variables for a program of this repository that a test starts with variables of its own: what Node compiled of it
 * before, which is half of what its start costs. `./farol test` names the folder; without it there is none.
 */
const folder = process.env['NODE_COMPILE_CACHE'];

export const compileCache: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
