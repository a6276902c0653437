/** What a target, an upstream or a caller may call something in order to be taken for something else. */

/** A character that is not seen, or changes what is around it, between two letters of a name. */
const hidden = [
  ['\u0000', '\u001b[2J', '\u0007', '\n', '\r', '\t', '\u007f', '\u0085', '\u009b31m'],
  ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ['\u200e', '\u200f', '\u061c', '\u200b', '\u200c', '\u200d', '\u2060', '\u2061', '\ufeff', '\u00ad'],
  ['\u2028', '\u2029', '\ud800', '\udfff', '\u034f', '\u115f', '\u3164', '\uffa0', '\u180e'],
  ['\ufff9', '\ufe0f', '\u{e0041}', '\u{e0100}', '\u{1d173}'],
];
export const hiddenNames: readonly string[] = hidden.flat().map((one) => `pay${one}roll`);

/** What is seen, and would do something in one of the places that show it. */
export const activeNames: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '</summary></details><script>alert(1)</script>',
  '[pay](https://evil.example)',
  '![x](https://evil.example/x.png)',
  '`pay` ``roll',
  '@everyone #1 https://evil.example www.evil.example',
  '| pay | roll |',
  '::error::pay',
  '=HYPERLINK("https://evil.example")',
  '+1;@SUM(1)',
  '{{ pay }} ${{ secrets.TOKEN }} {0}',
  '..%2f..%2fetc%2fpasswd',
];

/** Names of people, teams and programs that have such characters because their language or their emoji needs them. */
export const honestNames: readonly string[] = [
  'Zoë’s pipeline 🚀',
  '👩‍💻 desk',
  'heart ❤️',
  'علی‌رضا',
  'می‌خواهم',
  'क्‍ष',
  '日本語',
  'Ünïcode v1.2+build~3',
];
