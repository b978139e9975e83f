import { pino } from 'pino';
import { Formats } from '../../sidecar/formats/formats.ts';
import { Clients, type TrustProxy } from '../../sidecar/http/client.ts';
import { createHttpServer, type HttpServer, listen } from '../../sidecar/http/http.ts';
import type { HubAccess } from '../../sidecar/hub/request.ts';
import { McpLoader } from '../../sidecar/mcp/mcp.ts';
import { Pool } from '../../sidecar/pool/pool.ts';
import { RebuildStatus } from '../../sidecar/publish/rebuild-status.ts';
import { CurrentRelease } from '../../sidecar/release/current-release.ts';
import type { Release } from '../../sidecar/release/release.ts';
import type { RenderPage } from '../../sidecar/render/page-handler.ts';
import type { Pages } from '../../sidecar/render/render.ts';
import { createRasterizer } from '../../sidecar/render/threads/rasterizer.ts';
import { Answers } from '../../sidecar/routes/answers/answers.ts';
import { createLookup } from '../../sidecar/routes/lookup.ts';
import { createApp } from '../../sidecar/routes/routes.ts';
import { Supervisor } from '../../sidecar/supervisor.ts';
import { createFolder } from './content-folder.ts';
import { atEnd, type Lifetime } from './lifetime.ts';
import { startTinyPages } from './pages.ts';
import { BASE_URL } from './release.ts';

/** The HTTP side of the sidecar, in the process of the test. */
type InProcess = HttpServer & {
  readonly url: string;
  readonly current: CurrentRelease;
  readonly pages: Pages;
  readonly status: RebuildStatus;
  readonly supervisor: Supervisor;
  /** The lines of the log, as values. */
  readonly log: readonly Record<string, unknown>[];
};

type Settings = {
  /** Without one, the service is starting. */
  readonly release?: Release;
  readonly rateLimitPerMinute?: number;
  /** Renders the pages. Without it, they are tiny ones. */
  readonly render?: RenderPage;
  readonly trustProxy?: TrustProxy;
  /** Without one, the hub is starting. */
  readonly hub?: () => HubAccess | undefined;
  /** Replaces the endpoint of MCP, which is otherwise loaded when it is asked for. */
  readonly mcpSource?: (loader: McpLoader) => Pick<McpLoader, 'load'>;
  readonly hasChatGptTools?: boolean;
  /** The limit of each client of MCP. Without it, there is none. */
  readonly requestsPerMinute?: number;
  /** Without it, half a minute, as in a deployment. */
  readonly requestTimeoutMs?: number;
  /** The header Strict-Transport-Security. Without it, none is sent. */
  readonly hsts?: string;
  /** After which a connection is reset where nothing moves. Without it, half a minute. */
  readonly stillMs?: number;
  /** How many connections there may be. Without it, as many as come. */
  readonly maxConnections?: number;
};

/** Shared, so that one service knows the sessions of another. */
const SESSION_SECRET = 'the secret of all services of the tests';

/** Starts server, application and lookup as serve.ts puts them together, on a free port. */
export async function startInProcess(
  lifetime: Lifetime,
  {
    release,
    render,
    rateLimitPerMinute = 0,
    trustProxy = false,
    hub = () => undefined,
    mcpSource = (loader) => loader,
    hasChatGptTools = false,
    requestsPerMinute = 0,
    requestTimeoutMs,
    hsts,
    stillMs,
    maxConnections = Number.POSITIVE_INFINITY,
  }: Settings = {},
): Promise<InProcess> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const current = new CurrentRelease();
  const status = new RebuildStatus();
  if (release) await current.swap(release);
  const supervisor = new Supervisor({ log });
  atEnd(lifetime, () => supervisor.stop());
  const pages = await startTinyPages({ current, supervisor, log, ...(render && { render }) });
  const clients = new Clients(trustProxy);
  const mcp = new McpLoader({
    host: '127.0.0.1',
    // Unused, as there is a secret.
    stateDir: '',
    mcp: { sessionSecret: SESSION_SECRET, allowedOrigins: [], requestsPerMinute, hasChatGptTools },
    baseUrl: BASE_URL,
    current,
    clients,
    log,
  });
  const counting = { clients, rateLimitPerMinute, trustProxy };
  const answers = new Answers(current);
  const pool = new Pool({ supervisor });
  atEnd(lifetime, () => pool.close());
  const formats = new Formats({ current, stateDir: createFolder(lifetime), pool, supervisor });
  atEnd(lifetime, () => formats.close());
  const rasterize = createRasterizer({ supervisor, pool });
  const tools = { rasterize, formats: formats.figures };
  const parts = { current, pages, answers, formats, tools, status, hub, mcp: mcpSource(mcp) };
  const deps = { ...parts, supervisor, log };
  const http = createHttpServer({
    lookupReply: createLookup({ current, pages }),
    clients,
    maxConnections,
    log,
    headers: hsts === undefined ? [] : ['Strict-Transport-Security', hsts],
    origin: () => BASE_URL,
    app: Promise.resolve(createApp({ ...deps, ...counting, baseUrl: BASE_URL })),
    ...(requestTimeoutMs !== undefined && { requestTimeoutMs }),
    ...(stillMs !== undefined && { stillMs }),
  });
  const port = await listen(http.server, 0, '127.0.0.1');
  atEnd(lifetime, async () => {
    await mcp.close();
    http.server.close();
    http.closeAll();
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, ...http, current, pages, status, supervisor, log: lines };
}
