import type { Logger } from 'pino';
import { type Codings, compress, toVariant } from '#artifacts/encode-variants.ts';
import { dependsOnAll, pageAt, shownReviews } from '#release/page-addresses.ts';
import { describeError } from '../describe-error.ts';
import { ALL_REVIEWS, cacheTags } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import { type PublishedFile, preparePage } from '../http/published-file.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import type { Release } from '../release/release.ts';
import { ReplyMemory } from '../release/reply-memory.ts';
import type { Supervisor } from '../supervisor.ts';
import { type AskedPage, pageFor } from './asked-page.ts';
import type { PageBundle } from './bundle.ts';
import { PageQueue, withinLimit } from './page-queue.ts';

/*
 * Pages, rendered on demand from the served release. The bundle of the pages is made once per
 * program (bundle.ts, bundle-folder.ts) and rendered by its handler (page-handler.ts), one page per
 * turn of the event loop (page-queue.ts); a thread of the pool (../pool) compresses them. A page,
 * with its question (asked-page.ts), is sent only while its release is served, and remembered
 * within a bound of bytes (../release/reply-memory.ts).
 */

type Deps = {
  readonly current: CurrentRelease;
  /** Loads the bundle, and makes it if it is missing. */
  readonly load: (signal: AbortSignal) => Promise<PageBundle>;
  /** Compresses pages off the event loop; by default in the threads of zlib. */
  readonly encodePage?: (html: Buffer) => Promise<Codings>;
  readonly memoryBytes: number;
  readonly supervisor: Supervisor;
  readonly log: Logger;
};

/** A page that was rendered from the release with an ordinal. */
export type Page = {
  readonly ordinal: number;
  readonly status: number;
  readonly file: PublishedFile;
};

/** The name of the bundle in faults. */
const WHAT = 'the pages';

/** A request does not wait longer for a rendering once it has begun; the rendering goes on. */
const LIMIT_MS = 30_000;

/** The client of pages that are rendered ahead. */
const OURSELVES = 'this process';

/** The pages of the served release. */
export class Pages {
  readonly #deps: Deps;
  readonly #memory: ReplyMemory<Page>;
  readonly #queue = new PageQueue<Page | undefined>();
  #bundle: PageBundle | undefined;
  #hasFailed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#memory = new ReplyMemory(deps.memoryBytes);
  }

  /** `starting` until the first attempt to load the bundle ends. */
  get status(): 'starting' | 'ready' | 'failed' {
    if (this.#bundle) return 'ready';
    return this.#hasFailed ? 'failed' : 'starting';
  }

  /** Loads the bundle, until that succeeds or the signal aborts. Resolves after the first attempt. */
  async start(signal: AbortSignal): Promise<void> {
    const { load, supervisor } = this.#deps;
    try {
      this.#bundle = await load(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#hasFailed = true;
      const [reason, cause] = ['the bundle cannot be made', describeError(error)];
      const fault = { kind: 'bundle', what: WHAT, code: 'BUNDLE_FAILED', reason, cause } as const;
      supervisor.fail(fault, () => void this.start(signal));
      return;
    }
    supervisor.recover(WHAT);
    // Reads the code that all pages share before the first visitor, who usually begins here.
    this.render(pageFor('/')).catch(() => {
      // Logged elsewhere; the next request tries again.
    });
  }

  /** Returns a public file of a bundle by its path, or a page by its key, if it is remembered. */
  get({ ordinal }: Release, key: string): PublishedFile | undefined {
    const asset = this.#bundle?.assets.get(key);
    if (asset) return asset;
    const page = this.#memory.get(ordinal, key);
    return page?.status === 200 ? page.file : undefined;
  }

  /**
   * Returns a page of the served release; undefined if it has none there. Rejects with an
   * HttpError: 503 while the bundle is missing, if too many pages wait, or if it takes too long;
   * 500 if the page failed. If another release is served by then, the page is of the previous one.
   */
  async render(page: AskedPage, client = OURSELVES): Promise<Page | undefined> {
    const { release } = this.#deps.current;
    if (!release) return undefined;
    const { ordinal } = release;
    const known = this.#memory.get(ordinal, page.key);
    if (known) return known;
    const bundle = this.#bundle;
    if (!bundle) throw this.#notReady();
    if (pageAt(page.path, release) === undefined) return undefined;
    return this.#queue.ask(`${ordinal} ${page.key}`, client, () =>
      withinLimit(LIMIT_MS, this.#renderNow(bundle, release, page)),
    );
  }

  /** Renders a page and, off the event loop, turns it into a file, which is remembered. */
  async #renderNow({ render }: PageBundle, release: Release, page: AskedPage): Promise<Page> {
    const { path, key, question } = page;
    const { current, encodePage = (bytes: Buffer) => compress([bytes], 'aside') } = this.#deps;
    const { status, html } = await render(path, release.published, question).catch((error) => {
      throw this.#failureOf(page, error);
    });
    const { ordinal } = release;
    const identity = toVariant([html]);
    // Equal bytes keep their codings across releases.
    let file = this.#memory.getAny(key)?.file;
    if (file?.identity.etag !== identity.etag) {
      const coded = await encodePage(html);
      const tags = dependsOnAll(path)
        ? ALL_REVIEWS
        : cacheTags(shownReviews(path, html.toString('latin1')));
      file = preparePage(path, { identity, ...coded }, tags);
    }
    const rendered = { ordinal, status, file };
    if (current.release?.ordinal === ordinal) this.#memory.set(key, rendered);
    return rendered;
  }

  #failureOf({ key }: AskedPage, error: unknown): HttpError {
    // Logged here, once: many requests may share it.
    this.#deps.log.error({ err: error, path: key }, 'a page cannot be rendered');
    return new HttpError(500, 'This page cannot be shown; the fault is logged. Try again later.');
  }

  #notReady(): HttpError {
    const detail =
      this.status === 'failed'
        ? 'The pages cannot be shown at the moment; the data is served as usual.'
        : 'The pages are being prepared, which takes a few seconds at the first start and after an upgrade.';
    return new HttpError(503, detail, [], { 'Retry-After': '5' });
  }
}
