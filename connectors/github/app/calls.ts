/** The calls of the app itself, which its signed statement authorizes and no token does. */
export const installationsCall = 'GET /app/installations';
export const tokenCall = 'POST /app/installations/{installation_id}/access_tokens';
