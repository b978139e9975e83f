import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Logger } from 'pino';
import { MCP_PATHS } from '#agents/server-info.ts';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { askOfFeed } from '#search/question/feed-question.ts';
import type { ViewTools } from '#views/views.ts';
import type { Formats } from '../formats/formats.ts';
import type { Clients, TrustProxy } from '../http/client.ts';
import { optionsHeaders } from '../http/headers.ts';
import { HttpError, toHttpError } from '../http/http-error.ts';
import { giveBack, limitRate } from '../http/rate-limit.ts';
import { type Reply, sendReply } from '../http/reply.ts';
import {
  decodePath,
  MAX_URL_BYTES,
  READ_METHODS,
  type ReadRequest,
  readRequest,
  splitTarget,
} from '../http/request.ts';
import { sendError } from '../http/send-error.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../hub/hub-settings.ts';
import { asksForPair, type HubAccess } from '../hub/request.ts';
import { createMcpRoute, type McpLoader } from '../mcp/mcp.ts';
import type { RebuildStatus } from '../publish/rebuild-status.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { isQuestion } from '../render/asked-page.ts';
import type { Pages } from '../render/render.ts';
import type { Supervisor } from '../supervisor.ts';
import type { Answers } from './answers/answers.ts';
import { answerChanges, CHANGES_PATH } from './changes.ts';
import { replyWithFeed } from './feeds.ts';
import { replyWithFormat } from './formats.ts';
import { replyWithHealth, replyWithReadiness } from './health.ts';
import { createHubRoute, HUB_METHODS } from './hub.ts';
import { replyWithPublished } from './published.ts';
import { answerSearch, replyWithCsv, SEARCH_CSV_PATH, SEARCH_PATH } from './search.ts';
import { answerSince, dateIn, refuseParameters, SINCE_PATH } from './since.ts';
import { answerStats, STATS_PATH } from './stats.ts';
import { replyWithView } from './views.ts';

/*
 * The routes: one file per address, and here their common parts: the order,
 * limits of rate and length, OPTIONS, and answers to errors. Before them, lookup.ts
 * answers with files that are ready; left are questions, errors and odd spellings. A route takes
 * the request as a value and returns a reply, or throws an HttpError.
 */

type Deps = {
  readonly current: CurrentRelease;
  readonly pages: Pages;
  readonly answers: Answers;
  readonly formats: Formats;
  /** The tools that make views. */
  readonly tools: ViewTools;
  readonly status: RebuildStatus;
  /** Undefined until the hub is available. */
  readonly hub: () => HubAccess | undefined;
  readonly mcp: Pick<McpLoader, 'load'>;
  readonly clients: Clients;
  readonly supervisor: Supervisor;
  readonly log: Logger;
};

type Options = {
  /** For the API, and for the hub’s status separately; 0 switches every limit off. */
  readonly rateLimitPerMinute: number;
  readonly trustProxy: TrustProxy;
  /** The public origin, with which types of errors begin. */
  readonly baseUrl: string;
};

export function createApp({
  current,
  pages,
  answers,
  formats,
  tools,
  status,
  hub,
  mcp,
  clients,
  supervisor,
  log,
  rateLimitPerMinute,
  trustProxy,
  baseUrl,
}: Deps & Options): Express {
  const app = express();
  const limit = (perMinute: number, name = 'api') => limitRate({ perMinute, name }, clients);
  /** Requests to /api/reviews, and questions to pages and feeds. */
  const limitApi = limit(rateLimitPerMinute);
  const limitStatus = limit(rateLimitPerMinute);
  const limitHub = limit(rateLimitPerMinute && MAX_REQUESTS_PER_MINUTE, 'hub');
  const serve = (path: string, reply: ReplyTo) => app.all(path, answer(reply));
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // As particular as the paths of published files.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustProxy);

  app.use(limitUrl);
  // It has rules of its own, including OPTIONS.
  app.all(MCP_PATHS, createMcpRoute(mcp));
  app.options(HUB_PATH, answerOptions(HUB_METHODS));
  app.use(answerOptions());
  const health = { current, pages, status, supervisor };
  serve('/healthz', () => replyWithHealth({ ...health, hub: hub()?.client }));
  serve('/readyz', () => replyWithReadiness(current, pages));
  app.use('/api/reviews', limitApi);
  for (const [path, make] of [
    [SEARCH_PATH, answerSearch],
    [STATS_PATH, answerStats],
    [CHANGES_PATH, answerChanges],
  ] as const) {
    serve(path, (request, { originalUrl }) =>
      answers.reply(originalUrl, request, (release) =>
        make(release, splitTarget(originalUrl).query),
      ),
    );
  }
  serve(SEARCH_CSV_PATH, (request, { originalUrl }) =>
    replyWithCsv(current, splitTarget(originalUrl).query, request),
  );
  app.post(HUB_PATH, limitHub);
  app.get(HUB_PATH, limitHubQuestions(limitHub, limitStatus));
  app.all(HUB_PATH, createHubRoute(hub, clients));
  // No route has a parameter: Express would refuse one that does not decode, and name no issue.
  app.use(
    SINCE_PATH,
    answer((request, { url, originalUrl }) => {
      const date = dateIn(url);
      refuseParameters(url);
      return answers.reply(originalUrl, request, (release) => answerSince(release, date));
    }),
  );
  app.use(limitQuestions(limitApi));
  app.use(
    answer(
      (request, raw) =>
        replyWithFeed(answers, raw.url, request) ??
        replyWithFormat(formats, raw.url, request) ??
        replyWithView({ current, answers, tools }, raw.url, request) ??
        replyWithPublished({ current, pages, client: clients.of(raw) }, raw.url, request),
    ),
  );
  app.use(answerError(log, baseUrl));
  return app;
}

/** Limits questions to pages and feeds, under any spelling of their path. */
function limitQuestions(limited: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { path: sent, query } = splitTarget(request.url);
    const path = decodePath(sent) ?? '';
    if (isQuestion(path, query) || askOfFeed(path, query)) return limited(request, response, next);
    return next();
  };
}

/** A question about a subscription counts as a request for one. */
function limitHubQuestions(aboutPair: RequestHandler, others: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { query } = splitTarget(request.url);
    return (asksForPair(query) ? aboutPair : others)(request, response, next);
  };
}

/** Refuses long URLs with 414. */
const limitUrl: RequestHandler = (request, _response, next) => {
  if (request.originalUrl.length <= MAX_URL_BYTES) return next();
  throw new HttpError(414, `The URL has more than ${MAX_URL_BYTES} bytes; shorten it.`);
};

/** Answers OPTIONS. */
function answerOptions(methods: readonly string[] = READ_METHODS): RequestHandler {
  const headers = [...optionsHeaders(methods)];
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') return next();
    response.writeHead(204, headers);
    response.end();
  };
}

type ReplyTo = (request: ReadRequest, raw: Request) => Reply | Promise<Reply>;

/** Sends the reply of a function to a GET or HEAD, and refuses other methods. */
function answer(reply: ReplyTo) {
  return async (request: Request, response: Response): Promise<void> => {
    const answered = await reply(readRequest(request), request);
    if (answered.status === 304) giveBack(response);
    sendReply(request, response, answered);
  };
}

/** Client faults are answered; ours are also logged, with their cause. */
function answerError(log: Logger, baseUrl: string): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = toHttpError(thrown);
    // An HttpError was logged elsewhere.
    if (error.status === 500 && error !== thrown) {
      log.error(
        { err: thrown, method: request.method, url: request.originalUrl },
        'request failed',
      );
    }
    sendError(request, response, error, baseUrl);
  };
}
