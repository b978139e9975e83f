const HEADERS_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** The limits that undici itself holds for requests that may take so long as a whole. */
export function limitRequests(wholeMs: number) {
  return {
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // undici's timers are coarse and may come early; where the whole ends as soon, it is enough.
    headersTimeout: wholeMs > HEADERS_MS ? HEADERS_MS : 0,
    // A byte now and then would satisfy it. The limit of the whole holds instead.
    bodyTimeout: 0,
  };
}
