/**
 * Answers that were made off the event loop, as text. A handler returns what these return: one that returns nothing
 * after it has sent is answered for with an empty body while the answer is still being compressed.
 */
interface TextReply<Sent> {
  header(name: string, value: string): { send(text: never): Sent };
}

/** JSON in the shape that the route promises. */
export function sendJson<Sent>(reply: TextReply<Sent>, text: string): Sent {
  return sendText(reply, 'application/json', text);
}

export function sendText<Sent>(reply: TextReply<Sent>, type: string, text: string): Sent {
  // The route's type asks for the object that the text holds.
  return reply.header('content-type', `${type}; charset=utf-8`).send(text as never);
}
