import { JSON_TYPE } from '#artifacts/media-types.ts';
import { makeReply, type Reply } from '../http/reply.ts';
import type { HubClient } from '../hub/hub-client.ts';
import type { RebuildStatus } from '../publish/rebuild-status.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Pages } from '../render/render.ts';
import type { Fault, FaultKind, Supervisor } from '../supervisor.ts';

type PageStatus = Pick<Pages, 'status'>;

type HealthSources = {
  readonly current: CurrentRelease;
  readonly pages: PageStatus;
  readonly status: RebuildStatus;
  readonly supervisor: Pick<Supervisor, 'faults'>;
  readonly hub: Pick<HubClient, 'isReady'> | undefined;
};

/** A fault outside the content, or in the work of editors and builds. */
type StatedFault = Omit<Fault, 'kind'> & { readonly kind: FaultKind | 'content' | 'release' };

/**
 * GET /healthz: the served release and its time, the states of pages and hub, and all faults,
 * without a path or a word of the content, which may be unpublished.
 */
export function replyWithHealth({ current, pages, status, supervisor, hub }: HealthSources): Reply {
  const { release, servedSince } = current;
  const { faults } = supervisor;
  const bundle = faults.find(({ kind }) => kind === 'bundle');
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
    isRebuilding: status.isRebuilding,
    lastError:
      status.lastError ?? (bundle ? { code: bundle.code, time: bundle.since, count: 1 } : null),
    faults: [...editorialFaults(status), ...faults],
    // Its status has an address of its own.
    hub: { isReady: hub?.isReady ?? false },
  });
}

/** Returns faults that only an edit or a build can correct. */
function editorialFaults({ lastError }: RebuildStatus): StatedFault[] {
  if (!lastError) return [];
  const { code, time: since, count } = lastError;
  const fault = (kind: StatedFault['kind'], message: string) => [
    { kind, code, since, nextTry: null, message },
  ];
  switch (code) {
    case 'CONTENT_INVALID':
      return fault('content', `the content: ${count} ${count === 1 ? 'error' : 'errors'}`);
    case 'CONTENT_VANISHED':
      return fault(
        'content',
        `the content: ${count} published reviews vanished; npm run confirm publishes without them`,
      );
    case 'RELEASE_UNUSABLE':
      return fault('release', 'the release in OUT_DIR cannot be used');
    default:
      return [];
  }
}

/**
 * GET /readyz: 200 if requests should be sent here. Data is served even if pages cannot be made.
 */
export function replyWithReadiness(current: CurrentRelease, pages: PageStatus): Reply {
  if (current.isDraining) return replyWithStatus(503, { status: 'draining' });
  const isReady = current.release && pages.status !== 'starting';
  if (!isReady) return replyWithStatus(503, { status: 'starting' });
  return replyWithStatus(200, { status: 'ready', pages: pages.status });
}

function replyWithStatus(status: number, value: unknown): Reply {
  return makeReply(status, JSON_TYPE, JSON.stringify(value));
}
