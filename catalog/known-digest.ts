/** Of the catalog as it stands; written by `npm run generate`. */
export const knownDigest = 'sha256:b5a4bbfee73ca74fc8037885830f0e4c40eddc343d150a6fae26a3c69e03ed40';
