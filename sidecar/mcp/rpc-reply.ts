import { serialiseRpcError } from '#agents/json-rpc.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { DATA_SECURITY, type RawHeaders } from '../http/headers.ts';
import type { Reply } from '../http/reply.ts';
import type { Refusal } from './refusal.ts';

/** Up to here a copy costs less than pieces do; larger ones share what the release holds. */
const MAX_JOINED_BYTES = 256 * 1024;

/** An answer that nobody may keep: a CDN has to pass it through. */
export function rpcReply(
  status: number,
  pieces: readonly Uint8Array[],
  headers: RawHeaders,
): Reply {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return {
    status,
    headers: [
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(length),
      'Cache-Control',
      'no-store',
      ...headers,
      ...DATA_SECURITY,
    ],
    body: length > MAX_JOINED_BYTES ? pieces : [Buffer.concat(pieces, length)],
  };
}

/** An answer without a body. */
export function emptyReply(status: number, headers: RawHeaders): Reply {
  const length = status === 204 ? [] : ['Content-Length', '0'];
  return {
    status,
    headers: [...length, 'Cache-Control', 'no-store', ...headers, ...DATA_SECURITY],
    body: [],
  };
}

export function replyWithRefusal(refusal: Refusal, headers: RawHeaders): Reply {
  const { status, id } = refusal;
  const more = Object.entries(refusal.headers).flat();
  const body = Buffer.from(serialiseRpcError(id, refusal));
  return rpcReply(status, [body], [...more, ...headers]);
}
