/** Bytes of a body, both ends included, as Content-Range counts them. */
export type ByteRange = { readonly first: number; readonly last: number };

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads a Range field (RFC 9110 §14.2) for a body of a length. Undefined means to answer with the
 * whole: there is no range, it is malformed, in another unit, or there are several of them.
 */
export function parseRange(
  field: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = field === undefined ? null : SINGLE_RANGE.exec(field.trim());
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const suffix = Number(to);
    if (suffix === 0 || length === 0) return 'unsatisfiable';
    return { first: Math.max(0, length - suffix), last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Number(to);
  // §14.1.1: a last position before the first makes the whole field invalid.
  if (to !== '' && last < first) return undefined;
  if (first >= length) return 'unsatisfiable';
  return { first, last: Math.min(last, length - 1) };
}

/**
 * §13.1.5: a range is sent only if the client's copy is still this one, by a strong tag or by the
 * exact Last-Modified, where there is one.
 */
export function allowsRange(
  ifRange: string | undefined,
  etag: string,
  lastModified: string | undefined,
): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === lastModified;
}
