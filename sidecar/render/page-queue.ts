import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../http/http-error.ts';

/** Maximum renderings that wait or are not over: about a second of work. */
export const MAX_RENDERINGS = 1024;
/** Maximum of one client, so that one that fetches all pages leaves room for others. */
export const MAX_RENDERINGS_PER_CLIENT = 256;

/** Begins one rendering a turn of the event loop, so that data come between; equal requests share. */
export class PageQueue<Result> {
  readonly #results = new Map<string, Promise<Result>>();
  readonly #shares = new Map<string, number>();
  #lastTurn: Promise<void> = Promise.resolve();

  /**
   * `key` names what may be shared until it is over. Throws an HttpError 503 where too many renderings
   * are not over, or too many of this client.
   */
  ask(key: string, client: string, render: () => Promise<Result>): Promise<Result> {
    const shared = this.#results.get(key);
    if (shared) return shared;
    const share = this.#shares.get(client) ?? 0;
    if (this.#results.size >= MAX_RENDERINGS || share >= MAX_RENDERINGS_PER_CLIENT) {
      const detail = 'Too many pages are being rendered; ask again in 2 seconds.';
      throw new HttpError(503, detail, [], { 'Retry-After': '2' });
    }
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    const result = this.#lastTurn.then(render).finally(() => {
      this.#results.delete(key);
      const left = (this.#shares.get(client) ?? 1) - 1;
      if (left === 0) this.#shares.delete(client);
      else this.#shares.set(client, left);
    });
    this.#results.set(key, result);
    this.#shares.set(client, share + 1);
    return result;
  }
}

/** What a rendering gives. Rejects with an HttpError 503 where it takes longer, and lets it go on. */
export async function withinLimit<Result>(ms: number, rendering: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const detail = 'This page takes long to render at the moment; ask again in 5 seconds.';
    late.reject(new HttpError(503, detail, [], { 'Retry-After': '5' }));
  }, ms);
  return Promise.race([rendering, late.promise]).finally(() => clearTimeout(timer));
}
