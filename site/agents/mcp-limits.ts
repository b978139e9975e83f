/** What one client, and all of them together, may use of the endpoint. */
export const MCP_LIMITS = {
  /** A question is a few hundred bytes; the longest argument has 1,000 characters. */
  bodyBytes: 64 * 1024,
  /** Messages of one batch, which only 2025-03-26 knows. */
  batchMessages: 20,
  requests: { perMinute: 120, burst: 60 },
  initializes: { perMinute: 20, burst: 20 },
  /** Streams of one client, and of all. */
  streamsPerClient: 4,
  streams: 500,
  streamMinutes: 30,
  keepAliveSeconds: 15,
  /** Sessions that have subscribed to a resource, and the resources of each. */
  subscribedSessions: 1000,
  resourcesPerSession: 32,
  sessionHours: 24,
  /** Sessions that ended before their time and are remembered. */
  endedSessions: 10_000,
  /** Session ids whose signature need not be computed again. */
  rememberedSignatures: 1000,
} as const;
