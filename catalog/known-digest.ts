/** Of the present catalog; written by `npm run generate`. */
export const knownDigest = 'sha256:c6813a4a3fbb8b8218041561c3a763097bfe4a51dc112d7cd919773fb57e5436';
