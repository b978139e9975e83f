/** A request target split in two, as sent: nothing is decoded. */
export type RequestTarget = { readonly path: string; readonly query: string };

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** A request target as its path and query; of the absolute form (RFC 9112 §3.2.2) no more is left. */
export function originForm(target = '/'): string {
  if (target.startsWith('/')) return target;
  const origin = ABSOLUTE.exec(target);
  if (!origin) return target;
  const local = target.slice(origin[0].length);
  return local.startsWith('/') ? local : `/${local}`;
}

/** Splits a request target of any form. */
export function splitTarget(target: string): RequestTarget {
  const local = originForm(target);
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local, query: '' };
  return { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/**
 * The path with percent-encoded characters decoded, so that every spelling finds the same file
 * (RFC 3986 §6.2.2.2). Undefined where it does not decode, or decodes to what no path may hold.
 */
export function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    return /\p{Cc}/u.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
