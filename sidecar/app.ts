import express, { type ErrorRequestHandler, type Express, type Request } from 'express';
import type { Logger } from 'pino';
import { MCP_PATH } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { toHttpError } from './http/error-body.ts';
import { parseHttpDate } from './http/http-date.ts';
import { clientOf, giveBack, limitRate, limitUrl, type RateLimitSettings } from './http/limits.ts';
import { answerOptions, readRequest } from './http/methods.ts';
import { type ReadRequest, type Reply, sendReply } from './http/reply.ts';
import { splitTarget } from './http/request-target.ts';
import { sendError } from './http/send-error.ts';
import type { HubAccess } from './hub/request/hub-access.ts';
import { MAX_REQUESTS_PER_MINUTE } from './hub/request/request-limits.ts';
import type { RebuildStatus } from './publish/rebuild-status.ts';
import type { CurrentRelease } from './release/current-release.ts';
import type { Pages } from './render/render.ts';
import { replyWithHealth, replyWithReadiness } from './routes/health.ts';
import { createHubRoute, HUB_METHODS } from './routes/hub.ts';
import { createMcpRoute, type McpSource } from './routes/mcp.ts';
import { releaseOf, replyWithPublished } from './routes/published.ts';
import { replyWithSearch } from './routes/search.ts';
import { dateIn, replyWithSince, SINCE_PATH } from './routes/since.ts';
import type { Supervisor } from './supervisor.ts';

type Settings = RateLimitSettings & {
  readonly current: CurrentRelease;
  readonly pages: Pages;
  readonly status: RebuildStatus;
  /** Undefined until the hub can be asked. */
  readonly hub: () => HubAccess | undefined;
  /** Undefined until it is known under which address it is reached. */
  readonly mcp: () => McpSource | undefined;
  readonly supervisor: Supervisor;
  readonly log: Logger;
};

/** Everything that the fast path in front does not answer: questions, errors, odd spellings. */
export function createApp({
  current,
  pages,
  status,
  hub,
  mcp,
  supervisor,
  log,
  ...limits
}: Settings): Express {
  const app = express();
  const hubLimit = limits.rateLimitPerMinute === 0 ? 0 : MAX_REQUESTS_PER_MINUTE;
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // Paths here are as particular as those of published files.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', limits.trustProxy);

  app.use(limitUrl);
  // It has rules of its own, also for OPTIONS.
  app.all(MCP_PATH, createMcpRoute(mcp));
  app.options(HUB_PATH, answerOptions(HUB_METHODS));
  app.use(answerOptions());
  app.all(
    '/healthz',
    answer(() => replyWithHealth({ current, pages, status, supervisor, hub: hub()?.door })),
  );
  app.all(
    '/readyz',
    answer(() => replyWithReadiness(current, pages)),
  );
  app.use('/api/reviews', limitRate(limits));
  app.all(
    '/api/reviews/search',
    answer((request, { originalUrl }) =>
      replyWithSearch(releaseOf(current), splitTarget(originalUrl).query, request),
    ),
  );
  app.post(HUB_PATH, limitRate({ rateLimitPerMinute: hubLimit, identifier: 'hub' }));
  app.get(HUB_PATH, limitRate(limits));
  app.all(HUB_PATH, createHubRoute(hub, log));
  // No route with a parameter: Express would refuse what does not decode, and name no issue.
  app.use(
    SINCE_PATH,
    answer((request, { url }) => replyWithSince(releaseOf(current), dateIn(url), request)),
  );
  app.use(
    answer((request, { url, ip }) =>
      replyWithPublished({ current, pages, client: clientOf(ip) }, url, request),
    ),
  );
  app.use(answerError(log));
  return app;
}

/** A handler that sends the reply a function makes of a GET or HEAD, and refuses the rest. */
function answer(reply: (request: ReadRequest, raw: Request) => Reply | Promise<Reply>) {
  return async (request: Request, response: express.Response): Promise<void> => {
    const read = readRequest(request);
    const answered = await reply(read, request);
    if (answered.status === 304 && isKnown(read, answered)) giveBack(response);
    sendReply(request, response, answered);
  };
}

/**
 * Whether a client names the tag or the very date of what it was told has not changed: it was counted
 * when it got them. `*` and any later date match whatever there is.
 */
function isKnown({ headers }: ReadRequest, { lastModified }: Reply): boolean {
  const tags = headers['if-none-match']?.trim();
  if (tags !== undefined) return tags !== '*';
  return parseHttpDate(headers['if-modified-since']) === lastModified;
}

/** Client faults are answered; ours are also logged, with their cause. */
function answerError(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = toHttpError(thrown);
    // What is an HttpError already was logged where it happened.
    if (error.status === 500 && error !== thrown) {
      log.error(
        { err: thrown, method: request.method, url: request.originalUrl },
        'request failed',
      );
    }
    sendError(request, response, error);
  };
}
