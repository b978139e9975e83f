import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';

/**
 * A transport for one request, inside the process: what is asked goes to the server that is
 * connected to it, and what that sends is the answer. Nothing is shared between requests, so that
 * equal ids of many requests cannot be mistaken for each other.
 */
export class SingleExchange implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  #settle: ((message: JSONRPCMessage) => void) | undefined;

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Resolves with the response. */
  ask(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.onmessage?.(request);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#settle?.(message);
  }
}
