import { setImmediate } from 'node:timers/promises';
import { HttpError } from '../http/http-error.ts';

/** Maximum renderings that wait: about half a second of work. */
export const MAX_RENDERINGS = 256;
/** Maximum of one client, so that one that fetches all pages leaves room for others. */
export const MAX_RENDERINGS_PER_CLIENT = 64;

type Job<Result> = {
  readonly key: string;
  readonly result: PromiseWithResolvers<Result>;
  readonly render: () => Promise<() => Promise<Result>>;
};

/** Renders one page a turn of the event loop, so that data come between; equal requests share. */
export class PageQueue<Result> {
  readonly #waiting: Job<Result>[] = [];
  /** Renderings that may be shared: all that wait, and those that began since `part`. */
  readonly #shared = new Map<string, Job<Result>>();
  readonly #begun = new Set<Job<Result>>();
  readonly #shares = new Map<string, number>();
  #isRunning = false;

  /**
   * `key` names the page. `render` does the part that needs the event loop, and returns a function that
   * finishes it while the next page is rendered. Throws an HttpError 503 where too many pages wait, or
   * too many of this client.
   */
  ask(key: string, client: string, render: Job<Result>['render']): Promise<Result> {
    const shared = this.#shared.get(key);
    if (shared) return shared.result.promise;
    const share = this.#shares.get(client) ?? 0;
    const count = this.#waiting.length + this.#begun.size;
    if (count >= MAX_RENDERINGS || share >= MAX_RENDERINGS_PER_CLIENT) {
      const detail = 'Too many pages are being rendered; ask again in 2 seconds.';
      throw new HttpError(503, detail, [], { 'Retry-After': '2' });
    }
    const job = { key, result: Promise.withResolvers<Result>(), render };
    this.#shared.set(key, job);
    this.#shares.set(client, share + 1);
    const leave = () => {
      this.#begun.delete(job);
      this.#unshare(job);
      const left = (this.#shares.get(client) ?? 1) - 1;
      if (left === 0) this.#shares.delete(client);
      else this.#shares.set(client, left);
    };
    job.result.promise.then(leave, leave);
    this.#waiting.push(job);
    if (!this.#isRunning) void this.#run();
    return job.result.promise;
  }

  /** Renderings in flight are not shared from here on: their release was replaced. */
  part(): void {
    for (const job of this.#begun) this.#unshare(job);
  }

  #unshare(job: Job<Result>): void {
    if (this.#shared.get(job.key) === job) this.#shared.delete(job.key);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Always asynchronous.
    await setImmediate();
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      this.#begun.add(job);
      try {
        const finish = await job.render();
        finish().then(job.result.resolve, job.result.reject);
      } catch (error) {
        job.result.reject(error);
      }
      await setImmediate();
    }
    this.#isRunning = false;
  }
}
