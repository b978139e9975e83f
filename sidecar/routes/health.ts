import { JSON_TYPE } from '#artifacts/media-types.ts';
import { type Reply, uncachedReply } from '../http/reply.ts';
import type { HubClient } from '../hub/hub-client.ts';
import type { RebuildStatus } from '../publish/rebuild-status.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Pages } from '../render/render.ts';
import type { Fault, FaultKind, Supervisor } from '../supervisor.ts';

type PageStatus = Pick<Pages, 'status' | 'failedAt'>;

/** What the health of the process is read from. */
type HealthSources = {
  readonly current: CurrentRelease;
  readonly pages: PageStatus;
  readonly status: RebuildStatus;
  readonly supervisor: Pick<Supervisor, 'faults'>;
  readonly hub: Pick<HubClient, 'isReady'> | undefined;
};

/** What is wrong: for a reason outside the content, or in what editors and builds have made. */
type ToldFault = Omit<Fault, 'kind'> & { readonly kind: FaultKind | 'content' | 'release' };

/**
 * GET /healthz: the process lives, which release it serves since when, whether pages can be
 * rendered, and what is wrong, without a path or a word of the content, as what is unpublished must
 * not leak; and whether the hub takes requests.
 */
export function replyWithHealth({ current, pages, status, supervisor, hub }: HealthSources): Reply {
  const { release, servedSince } = current;
  const failedAt = pages.failedAt?.toISOString();
  return replyWithStatus(200, {
    status: 'ok',
    release: release
      ? {
          ordinal: release.ordinal,
          // Those of another version's release are not known.
          reviews: release.isDataOnly ? null : release.corpus.count,
          servedSince: servedSince?.toISOString() ?? null,
        }
      : null,
    pages: pages.status,
    isRebuilding: status.isRebuilding,
    lastError:
      status.lastError ?? (failedAt ? { code: 'BUNDLE_FAILED', time: failedAt, count: 1 } : null),
    faults: [...editorialFaults(status), ...supervisor.faults],
    // Its status has an address of its own.
    hub: { isReady: hub?.isReady ?? false },
  });
}

/** What no retry can mend: an edit or a build does. */
function editorialFaults({ lastError }: RebuildStatus): ToldFault[] {
  if (!lastError) return [];
  const { code, time: since, count } = lastError;
  if (code === 'CONTENT_INVALID') {
    const message = `the content: ${count} ${count === 1 ? 'error' : 'errors'}`;
    return [{ kind: 'content', code, since, nextTry: null, message }];
  }
  if (code !== 'RELEASE_UNUSABLE') return [];
  const message = 'the release in OUT_DIR cannot be used';
  return [{ kind: 'release', code, since, nextTry: null, message }];
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
