import type { Reply } from './reply.ts';
import { CORS_HEADERS, DATA_SECURITY, type RawHeaders } from './shared-headers.ts';

/** An answer that holds at this moment only. */
export function uncachedReply(
  status: number,
  mediaType: string,
  content: string | Buffer,
  headers: RawHeaders = [],
  security: RawHeaders = DATA_SECURITY,
): Reply {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
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
      ...security,
    ],
    body: [body],
  };
}
