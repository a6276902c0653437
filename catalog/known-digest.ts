/** Of the present catalog; written by `npm run generate`. */
export const knownDigest = 'sha256:c0608dbdaf2684807802288796b15c439b15465a55b733192cea27dc6cc0b809';
