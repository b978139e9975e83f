import type { ReadRequest } from '../http/reply.ts';

/** A request that is a head and nothing more. */
export type SimpleRequest = ReadRequest & { readonly target: string };

const REQUEST_LINE = /^(GET|HEAD) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
// RFC 9112 §5: a token, a colon at once behind it, and a value of visible characters and blanks.
const FIELD_LINE = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;

/** Fields that an answer may depend on. */
const HEEDED = new Set([
  'accept',
  'accept-encoding',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]);

/** Fields that make a request more than its head, or ask something of the connection. */
const DISQUALIFYING = new Set([
  'content-length',
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads text that is exactly one plain GET or HEAD of HTTP/1.1, as nearly every client sends them.
 * Undefined for whatever is not certain: a real parser decides then, so that there is no second
 * opinion about what a message means (RFC 9112 §11.2).
 */
export function parseSimpleHead(text: string): SimpleRequest | undefined {
  const lines = text.split('\r\n');
  if (lines.pop() !== '' || lines.pop() !== '') return undefined;
  const [line = '', ...fields] = lines;
  const [, method, target = ''] = REQUEST_LINE.exec(line) ?? [];
  if (method !== 'GET' && method !== 'HEAD') return undefined;

  const headers: Record<string, string> = {};
  let hosts = 0;
  for (const field of fields) {
    const [, fieldName = '', value = ''] = FIELD_LINE.exec(field) ?? [];
    const name = fieldName.toLowerCase();
    if (name === '' || DISQUALIFYING.has(name)) return undefined;
    if (name === 'host') hosts++;
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined;
    if (!HEEDED.has(name)) continue;
    if (Object.hasOwn(headers, name)) return undefined;
    headers[name] = value;
  }
  return hosts === 1 ? { method, target, headers } : undefined;
}
