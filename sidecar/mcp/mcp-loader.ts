import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';

type Options = Pick<Config, 'host' | 'stateDir' | 'mcp' | 'rateLimitPerMinute'> & {
  readonly baseUrl: string;
  readonly current: CurrentRelease;
  readonly log: Logger;
};

/**
 * Loads the endpoint when it is asked for the first time: the protocol's SDKs take longer to load
 * than all else together, and files are served meanwhile.
 */
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
    // Whoever asked for it has heard that it could not be loaded.
    const endpoint = await this.#endpoint?.catch(() => undefined);
    await endpoint?.close();
  }

  async #load(): Promise<McpEndpoint> {
    try {
      const endpoint = await load(this.#options);
      if (this.#isClosed) await endpoint.close();
      return endpoint;
    } catch (error) {
      // Whoever asks next tries again.
      this.#endpoint = undefined;
      throw error;
    }
  }
}

async function load({ mcp, stateDir, rateLimitPerMinute, ...options }: Options) {
  const [{ McpEndpoint }, { keptSecret }] = await Promise.all([
    import('./mcp-endpoint.ts'),
    import('./session/session-secret.ts'),
  ]);
  return new McpEndpoint({
    ...options,
    allowedOrigins: mcp.allowedOrigins,
    sessionSecret: mcp.sessionSecret ?? keptSecret(stateDir, options.log),
    isRateLimited: rateLimitPerMinute > 0,
  });
}
