import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clients } from '../http/client.ts';
import { HttpError } from '../http/http-error.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { McpEndpoint } from './endpoint.ts';

/**
 * The endpoint for AI agents at /mcp: it binds the catalog of `site/agents` to the Model Context
 * Protocol. This room alone imports the SDKs.
 *
 * A request passes the route here, `endpoint.ts` (method, streams), `gate.ts` (Host, Origin, rate) and
 * `post.ts`, which reads a message; `protocol-headers.ts` judges its headers and finds out its era:
 * - 2024-11-05 to 2025-11-25 have sessions: `session-transport.ts` answers them, `sessions.ts` signs
 *   and reads their ids, `session-server.ts` carries a request through a server of the first SDK;
 * - 2026-07-28 has none: `stateless-transport.ts`, with the handler of the second SDK.
 * Both run `methods.ts` by an `Exchange`, which keeps what is JSON already out of the SDK's hands.
 * `streams/` notifies listeners of the resources that differ after a swap of the release.
 *
 * Invariants: a session costs no memory until it subscribes; a request sees one release; nothing of
 * /mcp may be cached.
 */

type Options = Pick<Config, 'host' | 'stateDir' | 'mcp'> & {
  readonly baseUrl: string;
  readonly current: CurrentRelease;
  readonly clients: Clients;
  readonly log: Logger;
};

/** Loads the endpoint on the first request: the SDKs take longer to load than all else together. */
export class McpLoader {
  readonly #options: Options;
  #endpoint: Promise<McpEndpoint> | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  load(): Promise<McpEndpoint> {
    this.#endpoint ??= this.#load();
    return this.#endpoint;
  }

  /** Ends its streams, if it was loaded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // A failure to load was reported to the request that loaded it.
    const endpoint = await this.#endpoint?.catch(() => undefined);
    await endpoint?.close();
  }

  async #load(): Promise<McpEndpoint> {
    try {
      const endpoint = await load(this.#options);
      if (this.#isClosed) await endpoint.close();
      return endpoint;
    } catch (error) {
      // The next request tries again.
      this.#endpoint = undefined;
      throw error;
    }
  }
}

async function load({ mcp, stateDir, ...options }: Options) {
  const [{ McpEndpoint }, { keptSecret }] = await Promise.all([
    import('./endpoint.ts'),
    import('./sessions.ts'),
  ]);
  return new McpEndpoint({
    ...options,
    ...mcp,
    sessionSecret: mcp.sessionSecret ?? keptSecret(stateDir, options.log),
  });
}

/** Gives the endpoint, once it is loaded. */
export type McpSource = { readonly load: () => Promise<McpEndpoint> };

/** Every method of /mcp. Requests wait while the endpoint is being loaded. */
export function createMcpRoute(mcp: () => McpSource | undefined): RequestHandler {
  return async (request, response) => {
    const source = mcp();
    if (!source) {
      const detail = 'The service is starting; ask again in 2 seconds.';
      throw new HttpError(503, detail, [], { 'Retry-After': '2' });
    }
    const endpoint = await source.load();
    // A client that disconnected meanwhile would never free the place of its stream.
    if (!response.destroyed) await endpoint.handle(request, response);
  };
}
