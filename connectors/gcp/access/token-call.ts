/** As the manifest declares it; the only call that needs no token. */
export const tokenCall = 'POST /oauth2.googleapis.com/token';
