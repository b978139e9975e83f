import type { RequestHandler } from 'express';
import { HttpError } from '../http/http-error.ts';
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts';

/** Who has the endpoint, or will. */
export type McpSource = { readonly load: () => Promise<McpEndpoint> };

/** Every method of /mcp. What is asked while the endpoint is being loaded waits for it. */
export function createMcpRoute(mcp: () => McpSource | undefined): RequestHandler {
  return async (request, response) => {
    const source = mcp();
    if (!source) {
      const detail = 'The service is starting; ask again in 2 seconds.';
      throw new HttpError(503, detail, [], { 'Retry-After': '2' });
    }
    const endpoint = await source.load();
    await endpoint.handle(request, response);
  };
}
