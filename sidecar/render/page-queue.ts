import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../http/http-error.ts';

/** Maximum renderings that wait or are in progress: several seconds of work. */
export const MAX_RENDERINGS = 8192;
/** Maximum of one client: a crawler's last request waits a second or two, which beats an error. */
export const MAX_RENDERINGS_PER_CLIENT = 1024;

/**
 * Begins one rendering per turn of the event loop, so that data come in between; equal requests
 * share. Clients take turns: a crawler delays no other.
 */
export class PageQueue<Result> {
  readonly #renderings = new Map<string, { result: Promise<Result>; begin: () => void }>();
  readonly #shares = new Map<string, number>();
  /** By client, in the order of their next turns: functions that begin its renderings. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #isGivingTurns = false;

  /**
   * `key` identifies renderings that are shared until they end. Throws an HttpError 503 if too many
   * are in progress, or too many of this client.
   */
  ask(key: string, client: string, render: () => Promise<Result>): Promise<Result> {
    const shared = this.#renderings.get(key);
    if (shared) {
      // It begins at the first turn of any client that waits for it.
      this.#wait(client, shared.begin);
      return shared.result;
    }
    const share = this.#shares.get(client) ?? 0;
    if (this.#renderings.size >= MAX_RENDERINGS || share >= MAX_RENDERINGS_PER_CLIENT) {
      const detail = 'Too many pages are being rendered; try again in 2 seconds.';
      throw new HttpError(503, detail, [], { 'Retry-After': '2' });
    }
    const turn = Promise.withResolvers<void>();
    const result = turn.promise.then(render).finally(() => {
      this.#renderings.delete(key);
      const left = (this.#shares.get(client) ?? 1) - 1;
      if (left === 0) this.#shares.delete(client);
      else this.#shares.set(client, left);
    });
    this.#renderings.set(key, { result, begin: turn.resolve });
    this.#shares.set(client, share + 1);
    this.#wait(client, turn.resolve);
    return result;
  }

  #wait(client: string, begin: () => void): void {
    const turns = this.#waiting.get(client) ?? new Set();
    this.#waiting.set(client, turns.add(begin));
    if (!this.#isGivingTurns) void this.#giveTurns();
  }

  async #giveTurns(): Promise<void> {
    this.#isGivingTurns = true;
    // A client that is added again, or meanwhile, comes last.
    for (const [client, turns] of this.#waiting) {
      await setImmediate();
      this.#waiting.delete(client);
      for (const begin of turns) {
        turns.delete(begin);
        begin();
        break;
      }
      if (turns.size > 0) this.#waiting.set(client, turns);
    }
    this.#isGivingTurns = false;
  }
}

/**
 * Resolves to the result of a rendering. Rejects with an HttpError 503 if it takes longer, and lets
 * it go on.
 */
export async function withinLimit<Result>(ms: number, rendering: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const detail = 'This page takes long to render at the moment; try again in 5 seconds.';
    late.reject(new HttpError(503, detail, [], { 'Retry-After': '5' }));
  }, ms);
  return Promise.race([rendering, late.promise]).finally(() => clearTimeout(timer));
}
