import type { Reply } from './reply.ts';
import { CORS_HEADERS, DATA_SECURITY, type RawHeaders } from './shared-headers.ts';

/** An answer that holds at this moment only. */
export function uncachedReply(
  status: number,
  mediaType: string,
  text: string,
  headers: RawHeaders = [],
): Reply {
  const body = Buffer.from(text);
  return {
    status,
    headers: [
      'Content-Type',
      mediaType,
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'no-store',
      ...headers,
      ...CORS_HEADERS,
      ...DATA_SECURITY,
    ],
    body: [body],
  };
}
