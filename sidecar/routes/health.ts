import { JSON_TYPE } from '#artifacts/media-types.ts';
import type { Reply } from '../http/reply.ts';
import { CORS_HEADERS, DATA_SECURITY } from '../http/shared-headers.ts';
import type { RebuildStatus } from '../rebuild/rebuild-status.ts';
import type { CurrentRelease } from '../release/current-release.ts';

/**
 * GET /healthz: the process lives, which release it serves since when, and why the last rebuild
 * failed, if it did: a code, the time and how many errors, as what is unpublished must not leak.
 */
export function replyWithHealth(
  { release, servedSince }: CurrentRelease,
  { isRebuilding, lastError }: RebuildStatus,
): Reply {
  return replyWithStatus(200, {
    status: 'ok',
    release: release
      ? {
          ordinal: release.ordinal,
          reviews: release.corpus.count,
          servedSince: servedSince?.toISOString() ?? null,
          // Pages follow the data within seconds.
          hasCurrentPages: release.hasCurrentPages,
        }
      : null,
    isRebuilding,
    lastError,
  });
}

/** GET /readyz: whether requests should be sent here. */
export function replyWithReadiness(current: CurrentRelease): Reply {
  const status = current.isDraining ? 'draining' : current.isReady ? 'ready' : 'starting';
  return replyWithStatus(status === 'ready' ? 200 : 503, { status });
}

function replyWithStatus(status: number, value: unknown): Reply {
  const body = Buffer.from(JSON.stringify(value));
  return {
    status,
    headers: [
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      ...CORS_HEADERS,
      ...DATA_SECURITY,
    ],
    body: [body],
  };
}
