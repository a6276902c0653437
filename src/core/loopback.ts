/** Whether the name of a host, as `URL.hostname` writes it, leads to this machine without asking a name server. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
}
