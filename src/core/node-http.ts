/**
 * Node's own HTTP modules, taken without `import`: the namespace object an import makes evaluates every
 * lazy export, and with them Node's fetch, WebSocket and HTTP/2, which cost 8 MB and are used nowhere here.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');
