import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A response to nobody. What is written to it stays unread; it closes when it is told to. */
export function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

/** The client of a response goes away. */
export function close(response: ServerResponse): void {
  response.emit('close');
}

/** Leaves so much unread that the response asks for a pause. */
export function fall(response: ServerResponse): void {
  response.write(Buffer.alloc(response.writableHighWaterMark));
}

/** Reads all that was left. */
export function catchUp(response: ServerResponse): void {
  Object.defineProperty(response, 'writableNeedDrain', { value: false, configurable: true });
}
