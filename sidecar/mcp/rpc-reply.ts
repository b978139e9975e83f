import { JSON_TYPE } from '#artifacts/media-types.ts';
import type { Reply } from '../http/reply.ts';
import { DATA_SECURITY, type RawHeaders } from '../http/shared-headers.ts';
import type { Refusal } from './refusal.ts';
import { serialiseError } from './rpc-error.ts';

/** An answer that nobody may keep: a CDN has to pass it through. */
export function rpcReply(status: number, body: Uint8Array, headers: RawHeaders): Reply {
  return {
    status,
    headers: [
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      ...headers,
      ...DATA_SECURITY,
    ],
    body: [body],
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
  const body = Buffer.from(serialiseError(id, refusal));
  return rpcReply(status, body, [...more, ...headers]);
}
