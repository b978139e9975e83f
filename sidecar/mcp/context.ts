import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { instructionsFor, serverInfoOf } from '#agents/server-info.ts';
import type { Tool } from '#agents/tool.ts';
import { memoizeAsync } from '#dataset/memoize.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { RawHeaders } from '../http/headers.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Gate, RequestRates } from './gate.ts';
import { refuse } from './rpc-reply.ts';
import type { SessionIds } from './sessions.ts';
import type { StatelessHandler } from './stateless-transport.ts';
import type { OpenStreams } from './streams/open-streams.ts';
import type { ResourceUpdates } from './streams/resource-updates.ts';
import type { SessionStreams } from './streams/session-streams.ts';
import type { Subscriptions } from './streams/subscriptions.ts';

/** What all of the endpoint works with. */
export type McpContext = {
  readonly current: CurrentRelease;
  readonly tools: readonly Tool[];
  readonly gate: Gate;
  /** Undefined where requests are not counted. */
  readonly rates: RequestRates | undefined;
  readonly sessions: SessionIds;
  readonly subscriptions: Subscriptions;
  readonly streams: OpenStreams;
  readonly sessionStreams: SessionStreams;
  readonly updates: ResourceUpdates;
  readonly stateless: StatelessHandler;
  readonly log: Logger;
};

/** A request that has passed the gate. */
export type Admitted = {
  readonly request: Request;
  readonly response: Response;
  /** The CORS headers of the answer. */
  readonly cors: RawHeaders;
  /** The client, for limits. */
  readonly client: string;
};

/** The release to answer from. Throws a Refusal 503 before there is one. */
export function currentSource({ release }: CurrentRelease): ReviewSource {
  if (release) return release.source;
  throw refuse(503, 'The reviews are not ready; ask again in 2 seconds.', {
    'Retry-After': '2',
  });
}

/** Name and instructions of the server, made once a release. */
export const factsOf = memoizeAsync(async ({ baseUrl, head }: ReviewSource) => {
  const { business } = await head();
  return {
    info: serverInfoOf({ baseUrl, business }),
    instructions: instructionsFor(baseUrl, business),
  };
});
