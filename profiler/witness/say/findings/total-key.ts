/** The key of a finding that is of a whole axis and of no single key. A file of its own, so that a web page loads no schema with it. */
export const totalKey = '(total)';
