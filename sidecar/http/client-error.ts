import { JSON_TYPE } from '#artifacts/media-types.ts';
import { errorBodyOf } from './error-body.ts';
import { messageDate } from './http-date.ts';
import { HttpError } from './http-error.ts';
import { CORS_HEADERS, DATA_SECURITY, formatFields, type RawHeaders } from './shared-headers.ts';

/** The code of node:http for a request that is not whole in time. */
export const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

const REFUSALS: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: new HttpError(
    431,
    'There are more than 1,000 headers or 16 kB of them; send fewer.',
  ),
  [LATE]: new HttpError(408, 'The request took too long to arrive.'),
};
const MALFORMED = new HttpError(400, 'The request is not valid HTTP/1.1.');

/** What a client is told whose request the parser refuses. */
export function refusalOf(code = ''): HttpError {
  return REFUSALS[code] ?? MALFORMED;
}

/** An error as a whole HTTP/1.1 message, for where there is no response to write it to. */
export function formatRefusal(error: HttpError, more: RawHeaders): string {
  const refusal = errorBodyOf(error);
  const body = JSON.stringify(refusal);
  const fields = [
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    'Connection',
    'close',
    'Date',
    messageDate(Date.now()).text,
    ...Object.entries(error.headers).flat(),
    ...CORS_HEADERS,
    ...DATA_SECURITY,
    ...more,
  ];
  return `HTTP/1.1 ${refusal.status} ${refusal.title}\r\n${formatFields(fields)}\r\n${body}`;
}
