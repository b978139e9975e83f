import { JSON_TYPE } from '#artifacts/media-types.ts';
import type { Reply } from '../http/reply.ts';
import { CORS_HEADERS, DATA_SECURITY } from '../http/shared-headers.ts';
import type { CurrentRelease } from '../release/current-release.ts';

/** GET /healthz: the process lives, and which release it serves. */
export function replyWithHealth({ release }: CurrentRelease): Reply {
  return replyWithStatus(200, {
    status: 'ok',
    release: release ? { ordinal: release.ordinal, reviews: release.corpus.count } : null,
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
