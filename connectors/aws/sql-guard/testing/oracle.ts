/**
 * A second opinion for tests, written without anything of the guard: it blanks out what is quoted or
 * commented, one character at a time, and looks for what must not be in the rest. It knows no grammar,
 * so it can only object to what was let through.
 */

const orders =
  /^(?:insert|update|delete|create|alter|drop|grant|revoke|deny|execute|prepare|deallocate|call|unload|msck|vacuum|optimize|analyze|explain|describe|show|refresh|commit|rollback|set|reset|use|into|table|function|external|recursive|current_user|current_catalog|current_schema|current_path|current_role|session_user|match_recognize|json_table)$/u;

/** What may stand right before a bracket without being a function of the engine. */
const syntax: ReadonlySet<string> = new Set(
  `select distinct all from where group by having order in and or not as on using over values union intersect except
   filter within unnest lateral exists any some case when then else between like escape is limit offset row rows
   grouping sets rollup cube array cast try_cast extract trim substring position normalize json_value json_query
   json_exists json_object json_array bernoulli system varchar char decimal timestamp time map double of join interval
   with current_time current_timestamp localtime localtimestamp`.split(/\s+/u),
);

/** `functions` are those that may be called. Empty when there is nothing to object to. */
export function objectionsTo(sql: string, functions: ReadonlySet<string>): readonly string[] {
  const bare = blankOut(sql);
  if (bare === undefined) return ['a quotation or comment does not end'];
  const words = bare.toLowerCase().match(/[a-z0-9_]+|\S/gu) ?? [];
  return [
    ...(/[^\t\n\r -~]/u.test(bare) ? ['a character outside ASCII'] : []),
    ...(/[`$?@#\\{}&^~]|!(?!=)/u.test(bare) ? ['a sign that no read has'] : []),
    ...(/;(?=[^]*\S)/u.test(bare) ? ['something follows a semicolon'] : []),
    ...(/^(?:\( )*(?:select|with|values)\b/u.test(words.join(' ')) ? [] : ['it begins with another word']),
    ...words.filter((word, index) => isOrder(words, word, index)).map((word) => `the word ${word}`),
    ...words.filter((word, index) => isUnknownCall(words, index, functions)).map((word) => `a call of ${word}`),
    ...words.filter((_, index) => isReachingOut(words, index)).map((word) => `the table ${word}`),
    ...(deepestBracket(words) > 16 ? ['brackets too deep'] : []),
  ];
}

function isOrder(words: readonly string[], word: string, index: number): boolean {
  if (word === 'merge' || word === 'truncate') return words[index + 1] !== '(' && words[index - 1] !== 'overflow';
  return orders.test(word);
}

function isUnknownCall(words: readonly string[], index: number, functions: ReadonlySet<string>): boolean {
  const word = words[index] ?? '';
  if (words[index + 1] !== '(' || !/^[a-z_]/u.test(word)) return false;
  const name = word.replace(/^quoted_/u, '');
  return !functions.has(name) && !syntax.has(word) && !isBeingNamed(words, index);
}

/** `AS x (a, b)`, `FROM t x (a, b)` and `WITH x (a, b) AS (`: a call follows neither a name nor a closing bracket. */
function isBeingNamed(words: readonly string[], index: number): boolean {
  const before = words[index - 1] ?? '';
  if (before === 'with' || before === ',') return /^\( [^()]*\) as \(/u.test(words.slice(index + 1).join(' '));
  return before === 'as' || before === ')' || (/^[a-z_]/u.test(before) && !precedesValues.has(before));
}

const precedesValues: ReadonlySet<string> = new Set(
  `select where by and or not on then else when case in between like having distinct all values of is from escape
   limit offset any some filter over at value key passing`.split(/\s+/u),
);

/** A table whose first part names a function, an address or the engine itself. */
function isReachingOut(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  if (words[index - 1] !== 'from' && words[index - 1] !== 'join') return false;
  return word.includes('_colon_') || (/^(?:quoted_)?system$/u.test(word) && words[index + 1] === '.');
}

function deepestBracket(words: readonly string[]): number {
  let depth = 0;
  let deepest = 0;
  for (const word of words) {
    if (word === '(' || word === '[') depth++;
    if (word === ')' || word === ']') depth--;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Texts become `''`, quoted names `quoted_name`, comments a blank; undefined when one does not end. */
function blankOut(sql: string): string | undefined {
  let bare = '';
  for (let index = 0; index < sql.length;) {
    const two = sql.slice(index, index + 2);
    const one = two[0] ?? '';
    if (two === '--' || two === '/*') {
      const end = two === '--' ? sql.indexOf('\n', index) : sql.indexOf('*/', index + 2) + 2;
      if (two === '/*' && end === 1) return undefined;
      bare += ' ';
      index = end === -1 ? sql.length : end;
    } else if (one === "'" || one === '"') {
      const end = endOfQuotation(sql, index);
      if (end === undefined) return undefined;
      bare += one === "'" ? "''" : quotedName(sql.slice(index + 1, end - 1));
      index = end;
    } else {
      bare += one;
      index++;
    }
  }
  return bare;
}

function quotedName(name: string): string {
  return ` quoted_${name.replaceAll(':', '_colon_').replaceAll(/\W/gu, '_')}`;
}

function endOfQuotation(sql: string, start: number): number | undefined {
  const mark = sql[start];
  for (let index = start + 1; index < sql.length; index++) {
    if (sql[index] !== mark) continue;
    if (sql[index + 1] !== mark) return index + 1;
    index++;
  }
  return undefined;
}
