import { Agent, type buildConnector } from 'undici';
import { limitRequests } from './undici-limits.ts';

/** An idle connection goes after this, whatever the subscriber would like. */
const KEEP_ALIVE_MS = 4000;

export type DeliveryAgentOptions = {
  readonly connect: buildConnector.connector;
  readonly timeoutMs: number;
  readonly connectionsPerHost: number;
  readonly keepAliveMs?: number;
};

/** Keeps connections for a while, and nothing of a host that has none. */
export function createDeliveryAgent(options: DeliveryAgentOptions): Agent {
  const { connect, timeoutMs, connectionsPerHost, keepAliveMs = KEEP_ALIVE_MS } = options;
  return new Agent({
    ...limitRequests(timeoutMs),
    connect,
    connections: connectionsPerHost,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  });
}
