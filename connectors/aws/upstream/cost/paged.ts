/** The second page only for the token of the first. */
export const paged = (token: unknown, first: object, second: object, name = 'NextPageToken'): object =>
  token === undefined ? { ...first, [name]: 'page-2' } : second;
