/** JSON that was made off the event loop, in the shape that the route promises. */
export function sendJson(
  reply: { header(name: string, value: string): { send(text: never): unknown } },
  text: string,
): void {
  // The route's type asks for the object that the text holds.
  reply.header('content-type', 'application/json; charset=utf-8').send(text as never);
}
