import { JSON_TYPE } from '#artifacts/media-types.ts';
import type { Reply } from '../http/reply.ts';
import { uncachedReply } from '../http/uncached-reply.ts';
import type { HubDoor } from '../hub/hub-door.ts';
import type { RebuildStatus } from '../rebuild/rebuild-status.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Pages } from '../render/pages.ts';

type PageStatus = Pick<Pages, 'status' | 'failedAt'>;

/**
 * GET /healthz: the process lives, which release it serves since when, whether pages can be
 * rendered, and what is wrong: a code, the time and how many errors each, as what is unpublished
 * must not leak; and whether the hub takes requests.
 */
export function replyWithHealth(
  { release, servedSince }: CurrentRelease,
  pages: PageStatus,
  { isRebuilding, lastError }: RebuildStatus,
  hub: Pick<HubDoor, 'isReady'> | undefined,
): Reply {
  const failedAt = pages.failedAt?.toISOString();
  const faults = [
    ...(lastError ? [lastError] : []),
    ...(failedAt ? [{ code: 'BUNDLE_FAILED', time: failedAt, count: 1 }] : []),
  ];
  return replyWithStatus(200, {
    status: 'ok',
    release: release
      ? {
          ordinal: release.ordinal,
          reviews: release.corpus.count,
          servedSince: servedSince?.toISOString() ?? null,
        }
      : null,
    pages: pages.status,
    isRebuilding,
    lastError: faults[0] ?? null,
    faults,
    // What it does is told at its own address.
    hub: { isReady: hub?.isReady ?? false },
  });
}

/**
 * GET /readyz: whether requests should be sent here. Where pages cannot be made, the data are
 * served all the same.
 */
export function replyWithReadiness(current: CurrentRelease, pages: PageStatus): Reply {
  if (current.isDraining) return replyWithStatus(503, { status: 'draining' });
  const isReady = current.isReady && pages.status !== 'starting';
  if (!isReady) return replyWithStatus(503, { status: 'starting' });
  return replyWithStatus(200, { status: 'ready', pages: pages.status });
}

function replyWithStatus(status: number, value: unknown): Reply {
  return uncachedReply(status, JSON_TYPE, JSON.stringify(value));
}
