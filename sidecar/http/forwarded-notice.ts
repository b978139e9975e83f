import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { RateLimitSettings } from './limits.ts';

/** What proxies write into requests: who asks through them, and how (RFC 7239 §1). */
export const FORWARDED_FIELDS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Tells the operator once that a proxy says who asks and is not believed: it would not be noticed
 * before the first visitors share a rate limit.
 */
export class ForwardedNotice {
  readonly #log: Logger;
  #isOver: boolean;

  constructor({
    trustProxy,
    log,
  }: Pick<RateLimitSettings, 'trustProxy'> & { readonly log: Logger }) {
    this.#log = log;
    this.#isOver = trustProxy !== false;
  }

  /** Looks for such a field among the headers of a request. */
  look(headers: IncomingHttpHeaders): void {
    if (this.#isOver) return;
    const field = FORWARDED_FIELDS.find((name) => headers[name] !== undefined);
    if (field) this.tell(field);
  }

  /** A request has such a field. */
  tell(field: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#log.warn(
      { header: field },
      `a request came with ${field}, which is ignored while TRUST_PROXY is off: all who come through a proxy share one rate limit. ` +
        'Behind a proxy that sends X-Forwarded-For, set TRUST_PROXY to the number of proxies, such as 1, or to their addresses; without one there is nothing to do.',
    );
  }
}
