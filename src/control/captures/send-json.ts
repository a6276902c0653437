/** Answers that were made off the event loop, as text. */
interface TextReply {
  header(name: string, value: string): { send(text: never): unknown };
}

/** JSON in the shape that the route promises. */
export function sendJson(reply: TextReply, text: string): void {
  sendText(reply, 'application/json', text);
}

export function sendText(reply: TextReply, type: string, text: string): void {
  // The route's type asks for the object that the text holds.
  reply.header('content-type', `${type}; charset=utf-8`).send(text as never);
}
