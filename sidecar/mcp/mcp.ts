import type { RequestHandler } from 'express';
import type { McpEndpoint, McpOptions } from './endpoint.ts';

/**
 * The endpoint for AI agents at /mcp: it binds the catalog of `site/agents` to the Model Context
 * Protocol. This room alone imports the SDKs.
 *
 * A request passes the route here, `endpoint.ts` (method, reply) with `gate.ts` (Host, Origin,
 * rate), and `messages.ts`, which reads a message, judges its headers and determines its era:
 * - 2024-11-05 to 2025-11-25 have sessions: `session-transport.ts` answers them through one server
 *   of the first SDK, `sessions.ts` signs and reads their ids;
 * - 2026-07-28 has none: `stateless-transport.ts`, with the handler of the second SDK.
 * Both run `methods.ts`. `event-streams.ts` has the streams of both, which `resource-updates.ts`
 * notifies of the resources that differ after a swap of the release.
 *
 * Invariants: a session costs no memory until it subscribes; a request sees one release; no cache.
 */

/** Loads the endpoint on the first request: the SDKs take longer to load than all the rest. */
export class McpLoader {
  readonly #options: McpOptions;
  #endpoint: Promise<McpEndpoint> | undefined;

  constructor(options: McpOptions) {
    this.#options = options;
  }

  load(): Promise<McpEndpoint> {
    this.#endpoint ??= import('./endpoint.ts').then(
      (loaded) => new loaded.McpEndpoint(this.#options),
    );
    return this.#endpoint;
  }

  /** Ends its streams, if it was loaded. */
  async close(): Promise<void> {
    // A failure to load was reported to the request that loaded it.
    const endpoint = await this.#endpoint?.catch(() => undefined);
    await endpoint?.close();
  }
}

/** Serves every method of /mcp. Requests wait while the endpoint is being loaded. */
export function createMcpRoute(mcp: Pick<McpLoader, 'load'>): RequestHandler {
  return async (request, response) => {
    const endpoint = await mcp.load();
    // A client that disconnected meanwhile would never free the place of its stream.
    if (!response.destroyed) await endpoint.handle(request, response);
  };
}
