import { setTimeout as startTimeout } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { encode, sealIdentity } from '#artifacts/seal.ts';
import { pageAt, shownReviews } from '#release/page-addresses.ts';
import { cacheTags } from '../http/cache-tags.ts';
import { HttpError } from '../http/http-error.ts';
import { type PublishedFile, preparePage } from '../http/published-file.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { type ReadPage, type Release, toSourceFile } from '../release/release.ts';
import type { Codings } from './page-coder.ts';
import type { RenderPage } from './page-handler.ts';
import { type Page, PageMemo } from './page-memo.ts';
import { PageQueue } from './page-queue.ts';

/** What pages are made with: the code of a bundle, and the files that pages name. */
export type PageBundle = {
  readonly render: RenderPage;
  /** By path. */
  readonly assets: ReadonlyMap<string, PublishedFile>;
};

type Settings = {
  readonly current: CurrentRelease;
  /** Loads the bundle, and makes it where there is none. */
  readonly load: (signal: AbortSignal) => Promise<PageBundle>;
  /** The hashed files of earlier programs, by path. */
  readonly loadEarlierAssets?: () => Promise<PageBundle['assets']>;
  /** Compresses pages off the event loop; without it the threads of zlib do. */
  readonly encodePage?: (html: Buffer) => Promise<Codings>;
  readonly memoryBytes: number;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly elapse?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

/** A bundle that cannot be loaded is tried again after this, and later each time. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** After a swap, whoever waits for what was edited comes first. */
const AHEAD_MS = 50;

/** Who pages are rendered for that no client has asked for by HTTP. */
const OURSELVES = 'this process';
/** All of them together: what they read are mostly data. */
const AGENTS = 'agents';

/**
 * The pages: a view of the served release, rendered when somebody asks, and remembered for as long
 * as that release is served. Nothing is shown of a release that is not served any more: a rendering
 * that began on an older one is neither shared with those who ask later nor remembered.
 */
export class Pages {
  readonly #settings: Settings;
  readonly #memo: PageMemo;
  readonly #queue = new PageQueue<Page | undefined>();
  #earlierAssets: PageBundle['assets'] = new Map();
  #bundle: PageBundle | undefined;
  #failedAt: Date | undefined;
  #ahead: NodeJS.Timeout | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#memo = new PageMemo(settings.memoryBytes);
    settings.current.on('swapped', () => {
      this.#queue.part();
      this.#renderAheadSoon();
    });
  }

  /** `starting` until it is known whether there are pages. */
  get status(): 'starting' | 'ready' | 'failed' {
    if (this.#bundle) return 'ready';
    return this.#failedAt ? 'failed' : 'starting';
  }

  /** Since when the bundle cannot be loaded, while that is so. */
  get failedAt(): Date | undefined {
    return this.#bundle ? undefined : this.#failedAt;
  }

  /**
   * Loads the bundle, again and again until it is there or the signal aborts. Resolves when the
   * first try is over: with `status` it is known then whether there are pages.
   */
  async start(signal: AbortSignal): Promise<void> {
    const { loadEarlierAssets } = this.#settings;
    if (loadEarlierAssets) this.#earlierAssets = await loadEarlierAssets();
    if (await this.#load(signal)) return;
    void this.#loadLater(signal);
  }

  /** What needs no rendering: a public file of a bundle, or a page that is remembered. */
  get({ ordinal }: Release, path: string): PublishedFile | undefined {
    const asset = this.#bundle?.assets.get(path) ?? this.#earlierAssets.get(path);
    if (asset) return asset;
    const page = this.#memo.get(ordinal, path);
    return page?.status === 200 ? page.file : undefined;
  }

  /**
   * The page at a path, of the release that is served when its turn to be rendered comes; undefined
   * where that has none there. Rejects with an HttpError 503 while the bundle is not there or too
   * many pages wait, and with a 500 where the page failed.
   */
  async render(path: string, client = OURSELVES): Promise<Page | undefined> {
    const { current } = this.#settings;
    return this.#render(path, path, client, () => current.release);
  }

  /** The page of a release at a path, for agents; undefined where it has none there. */
  readonly read: ReadPage = async (release, path) => {
    if (pageAt(path, release) !== 'published') return undefined;
    const page = await this.#render(`${release.ordinal} ${path}`, path, AGENTS, () => release);
    return page && toSourceFile(page.file);
  };

  /** `key` names what may be shared; `find` gives the release, also when its turn has come. */
  async #render(
    key: string,
    path: string,
    client: string,
    find: () => Release | undefined,
  ): Promise<Page | undefined> {
    const asked = find();
    const known = asked && this.#memo.get(asked.ordinal, path);
    if (known) return known;
    const bundle = this.#bundle;
    if (!bundle) throw this.#notReady();
    return this.#queue.ask(key, client, async () => {
      const release = find();
      if (!release || pageAt(path, release) === undefined) return async () => undefined;
      const page = await this.#renderNow(bundle, release, path);
      return async () => this.#remember(path, await page());
    });
  }

  /** Renders, and returns what makes a file of it off the event loop. */
  async #renderNow({ render }: PageBundle, release: Release, path: string) {
    const { status, html } = await render(path, release.published).catch((error: unknown) => {
      // Told here: many may wait for it, and each would tell it again.
      this.#settings.log.error({ err: error, path }, 'a page cannot be rendered');
      throw new HttpError(500, 'This page cannot be shown, which is logged. Try again later.');
    });
    const { encodePage = (bytes: Buffer) => encode(bytes, 'aside') } = this.#settings;
    const { ordinal } = release;
    return async (): Promise<Page> => {
      const { identity } = sealIdentity(html);
      const same = this.#memo.findSame(path, identity.etag);
      if (same) return { ordinal, status, file: same };
      const coded = await encodePage(html);
      const shows = shownReviews(path, html.toString('utf8'));
      return { ordinal, status, file: preparePage(path, { identity, ...coded }, cacheTags(shows)) };
    };
  }

  #remember(path: string, page: Page): Page {
    if (this.#settings.current.release?.ordinal === page.ordinal) this.#memo.set(path, page);
    return page;
  }

  async #load(signal: AbortSignal): Promise<boolean> {
    const { load, log, now = () => new Date() } = this.#settings;
    try {
      this.#bundle = await load(signal);
      this.#renderAhead();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.#failedAt ??= now();
      log.error({ err: error }, 'the pages cannot be bundled; the data are served without them');
      return false;
    }
  }

  async #loadLater(signal: AbortSignal): Promise<void> {
    const { elapse = elapseUntil } = this.#settings;
    for (let ms = FIRST_RETRY_MS; !signal.aborted; ms = Math.min(2 * ms, MAX_RETRY_MS)) {
      await elapse(ms, signal);
      if (!signal.aborted && (await this.#load(signal))) return;
    }
  }

  /** Most people begin at `/`: they should not be the first to ask after an edit. */
  #renderAheadSoon(): void {
    clearTimeout(this.#ahead);
    this.#ahead = startTimeout(() => this.#renderAhead(), AHEAD_MS);
    this.#ahead.unref();
  }

  #renderAhead(): void {
    if (!this.#settings.current.release || !this.#bundle) return;
    this.render('/').catch(() => {
      // It was logged where it failed, and whoever asks for the page has it tried again.
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

/** Cut short where the process is to end, which it does not hold up either. */
function elapseUntil(ms: number, signal: AbortSignal): Promise<unknown> {
  return setTimeout(ms, undefined, { signal, ref: false }).catch(() => {});
}
