import type { Server } from 'node:http';
import { pino } from 'pino';
import { createApp } from '../../sidecar/app.ts';
import type { HubAccess } from '../../sidecar/hub/request/hub-access.ts';
import { listen } from '../../sidecar/listen.ts';
import { RebuildStatus } from '../../sidecar/rebuild/rebuild-status.ts';
import { CurrentRelease } from '../../sidecar/release/current-release.ts';
import type { Release } from '../../sidecar/release/release.ts';
import { createReplyAtOnce } from '../../sidecar/routes/at-once.ts';
import { createHttpServer } from '../../sidecar/server.ts';
import { answerOnWire, type Wire } from '../../sidecar/wire/answer-on-wire.ts';
import type { Lifetime } from './lifetime.ts';

/** The sidecar's HTTP side inside the test's own process. */
export type InProcess = {
  readonly url: string;
  readonly server: Server;
  readonly wire: Wire;
  readonly current: CurrentRelease;
  readonly status: RebuildStatus;
  /** What was logged, a value a line. */
  readonly log: readonly Record<string, unknown>[];
};

type Settings = {
  /** Without one, the service is starting. */
  readonly release?: Release;
  readonly rateLimitPerMinute?: number;
  readonly trustProxy?: false | number | string[];
  /** Without one, the hub is starting. */
  readonly hub?: () => HubAccess | undefined;
};

/** Starts server, application and fast path as main.ts puts them together, on a free port. */
export async function startInProcess(
  lifetime: Lifetime,
  { release, rateLimitPerMinute = 0, trustProxy = false, hub = () => undefined }: Settings = {},
): Promise<InProcess> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const current = new CurrentRelease();
  const status = new RebuildStatus();
  if (release) await current.swap(release);
  const replyAtOnce = createReplyAtOnce({ sinceIsCounted: rateLimitPerMinute > 0 });
  const app = createApp({ current, status, hub, log, rateLimitPerMinute, trustProxy });
  const server = createHttpServer(current, replyAtOnce, app);
  const wire = answerOnWire(server, current, replyAtOnce);
  const port = await listen(server, 0, '127.0.0.1');
  lifetime.after(() => {
    server.close();
    server.closeAllConnections();
    wire.closeAll();
  });
  return { url: `http://127.0.0.1:${port}`, server, wire, current, status, log: lines };
}
