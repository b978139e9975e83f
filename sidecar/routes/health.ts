import { JSON_TYPE } from '#artifacts/media-types.ts';
import type { Reply } from '../http/reply.ts';
import { uncachedReply } from '../http/uncached-reply.ts';
import type { HubDoor } from '../hub/hub-door.ts';
import type { RebuildStatus } from '../rebuild/rebuild-status.ts';
import type { CurrentRelease } from '../release/current-release.ts';

/**
 * GET /healthz: the process lives, which release it serves since when, and why the last rebuild
 * failed, if it did: a code, the time and how many errors, as what is unpublished must not leak;
 * and whether the hub takes requests.
 */
export function replyWithHealth(
  { release, servedSince }: CurrentRelease,
  { isRebuilding, lastError }: RebuildStatus,
  hub: Pick<HubDoor, 'isReady'> | undefined,
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
    // What it does is told at its own address.
    hub: { isReady: hub?.isReady ?? false },
  });
}

/** GET /readyz: whether requests should be sent here. */
export function replyWithReadiness(current: CurrentRelease): Reply {
  const status = current.isDraining ? 'draining' : current.isReady ? 'ready' : 'starting';
  return replyWithStatus(status === 'ready' ? 200 : 503, { status });
}

function replyWithStatus(status: number, value: unknown): Reply {
  return uncachedReply(status, JSON_TYPE, JSON.stringify(value));
}
