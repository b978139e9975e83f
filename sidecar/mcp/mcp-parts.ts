import type { Logger } from 'pino';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Gate } from './gate.ts';
import type { RequestRates } from './request-rates.ts';
import type { SessionIds } from './session/session-ids.ts';
import type { StatelessHandler } from './stateless/stateless-handler.ts';
import type { OpenStreams } from './streams/open-streams.ts';
import type { ResourceUpdates } from './streams/resource-updates.ts';
import type { SessionStreams } from './streams/session-streams.ts';
import type { Subscriptions } from './streams/subscriptions.ts';

/** What the endpoint is put together from. */
export type McpParts = {
  readonly current: CurrentRelease;
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
