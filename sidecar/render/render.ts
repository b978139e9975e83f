import { type Codings, compress, toVariant } from '#artifacts/encode-variants.ts';
import { dependsOnAll, pageAt, shownReviews } from '#release/page-addresses.ts';
import { SEARCH_BUSY } from '#search/run-search.ts';
import { ALL_REVIEWS, cacheTags } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import { type PublishedFile, preparePage } from '../http/published-file.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { type ReadPage, type Release, toSourceFile } from '../release/release.ts';
import { type AskedPage, askPage } from './asked-page.ts';
import { type BundleDeps, BundleKeeper, type PageBundle } from './bundle.ts';
import { FailingPages } from './failing-pages.ts';
import { BusyPageError } from './page-handler.ts';
import { type Page, PageMemo } from './page-memo.ts';
import { PageQueue } from './page-queue.ts';

/*
 * Pages, rendered on demand from the served release. The bundle of the pages is made once per program
 * (bundle.ts, bundle-folder.ts) and rendered by its handler (page-handler.ts), one page a turn of the
 * event loop (page-queue.ts); a thread of the pool (../pool) compresses them. A page, with what is
 * asked of it (asked-page.ts), is remembered for as long as its release is served, within a bound of
 * bytes (page-memo.ts). Pages that fail are one fault, and are rendered again (failing-pages.ts).
 *
 * No page shows a release that is not served any more: a rendering that began on an older one is
 * neither shared with later requests nor remembered.
 */

type Deps = BundleDeps & {
  readonly current: CurrentRelease;
  /** The hashed files of earlier programs, by path. */
  readonly loadEarlierAssets?: () => Promise<PageBundle['assets']>;
  /** Compresses pages off the event loop; by default in the threads of zlib. */
  readonly encodePage?: (html: Buffer) => Promise<Codings>;
  readonly memoryBytes: number;
};

/** After a swap, clients that wait for data come first. */
const AHEAD_MS = 50;

/** The client of pages that are rendered ahead or again. */
const OURSELVES = 'this process';
/** All agents share one limit: mostly they read data. */
const AGENTS = 'agents';

/** The pages of the served release. */
export class Pages {
  readonly #deps: Deps;
  readonly #memo: PageMemo;
  readonly #queue = new PageQueue<Page | undefined>();
  readonly #keeper: BundleKeeper;
  readonly #failing: FailingPages;
  #earlierAssets: PageBundle['assets'] = new Map();
  #ahead: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#memo = new PageMemo(deps.memoryBytes);
    this.#keeper = new BundleKeeper(deps, () => this.#renderAhead());
    this.#failing = new FailingPages({
      supervisor: deps.supervisor,
      mend: () => this.#keeper.mend(),
      render: (page) => this.render(page),
    });
    deps.current.on('swapped', () => {
      this.#queue.part();
      this.#renderAheadSoon();
    });
  }

  /** `starting` until the first try to load the bundle is over. */
  get status(): 'starting' | 'ready' | 'failed' {
    if (this.#keeper.bundle) return 'ready';
    return this.#keeper.failedAt ? 'failed' : 'starting';
  }

  /** Since when the bundle cannot be loaded, while that is so. */
  get failedAt(): Date | undefined {
    return this.#keeper.failedAt;
  }

  /** Loads the bundle, until that succeeds or the signal aborts. Resolves after the first try. */
  async start(signal: AbortSignal): Promise<void> {
    const { loadEarlierAssets } = this.#deps;
    if (loadEarlierAssets) this.#earlierAssets = await loadEarlierAssets();
    await this.#keeper.start(signal);
  }

  /** A public file of a bundle by its path, or a page by its key, if it is remembered. */
  get({ ordinal }: Release, key: string): PublishedFile | undefined {
    const asset = this.#keeper.bundle?.assets.get(key) ?? this.#earlierAssets.get(key);
    if (asset) return asset;
    const page = this.#memo.get(ordinal, key);
    return page?.status === 200 ? page.file : undefined;
  }

  /**
   * A page of the release that is served when it is rendered; undefined if it has none there. Rejects
   * with an HttpError 503 while the bundle is missing, or too many pages or questions wait, and with a
   * 500 where the page failed.
   */
  async render(page: AskedPage, client = OURSELVES): Promise<Page | undefined> {
    const { current } = this.#deps;
    return this.#render(page.key, page, client, () => current.release);
  }

  /** The page of a release at a path, for agents; undefined if there is none. */
  readonly read: ReadPage = async (release, path) => {
    if (pageAt(path, release) !== 'published') return undefined;
    const name = `${release.ordinal} ${path}`;
    const page = await this.#render(name, askPage(path), AGENTS, () => release);
    return page && toSourceFile(page.file);
  };

  /** `name` is that of what may be shared; `find` gives the release, now and when it is rendered. */
  async #render(
    name: string,
    page: AskedPage,
    client: string,
    find: () => Release | undefined,
  ): Promise<Page | undefined> {
    const asked = find();
    const known = asked && this.#memo.get(asked.ordinal, page.key);
    if (known) {
      this.#failing.succeed(page);
      return known;
    }
    if (!this.#keeper.bundle) throw this.#notReady();
    return this.#queue.ask(name, client, async () => {
      const release = find();
      const bundle = this.#keeper.bundle;
      if (!bundle || !release || pageAt(page.path, release) === undefined) {
        this.#failing.succeed(page);
        return async () => undefined;
      }
      const rendered = await this.#renderNow(bundle, release, page);
      return async () => this.#remember(page, await rendered());
    });
  }

  /** Renders a page; the result makes a file of it, off the event loop. */
  async #renderNow({ render }: PageBundle, release: Release, page: AskedPage) {
    const { path, question } = page;
    const { published } = release;
    const { status, html } = await render(path, published, question).catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof BusyPageError) {
        throw new HttpError(503, SEARCH_BUSY, [], { 'Retry-After': '1' });
      }
      // Logged here, once: many requests may share it.
      this.#deps.log.error({ err: error, path: page.key }, 'a page cannot be rendered');
      this.#failing.fail(page);
      throw new HttpError(500, 'This page cannot be shown, which is logged. Try again later.');
    });
    this.#failing.succeed(page);
    const { encodePage = (bytes: Buffer) => compress([bytes], 'aside') } = this.#deps;
    const { ordinal } = release;
    return async (): Promise<Page> => {
      const identity = toVariant([html]);
      const same = this.#memo.findSame(page.key, identity.etag);
      if (same) return { ordinal, status, file: same };
      const coded = await encodePage(html);
      const tags = dependsOnAll(path)
        ? ALL_REVIEWS
        : cacheTags(shownReviews(path, html.toString('latin1')));
      return { ordinal, status, file: preparePage(path, { identity, ...coded }, tags) };
    };
  }

  #remember({ key }: AskedPage, page: Page): Page {
    if (this.#deps.current.release?.ordinal === page.ordinal) this.#memo.set(key, page);
    return page;
  }

  /** Most visitors begin at `/`, so it is rendered before the first request after an edit. */
  #renderAheadSoon(): void {
    clearTimeout(this.#ahead);
    this.#ahead = setTimeout(() => this.#renderAhead(), AHEAD_MS);
    this.#ahead.unref();
  }

  #renderAhead(): void {
    const { release } = this.#deps.current;
    if (!release || !this.#keeper.bundle) return;
    this.render(askPage('/')).catch(() => {
      // Logged where it failed; the next request tries again.
    });
  }

  #notReady(): HttpError {
    const detail =
      this.status === 'failed'
        ? 'The pages cannot be shown at the moment; the data are served as always.'
        : 'The pages are being prepared, which takes a few seconds at the first start and after an upgrade.';
    return new HttpError(503, detail, [], { 'Retry-After': '5' });
  }
}
