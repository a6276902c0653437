/** Of the present catalog; written by `npm run generate`. */
export const knownDigest = 'sha256:5e2b42bef79e66396ff0cb0b498994e0944523bb0dc125ac6dbb0c628b5cc9cf';
