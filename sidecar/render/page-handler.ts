import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { NOT_FOUND_PAGE, statusOfPage } from '#release/page-addresses.ts';
import { type ListQuestion, readListQuestion } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';

/** A page as it was rendered. */
type RenderedPage = { readonly status: number; readonly html: Buffer };

/**
 * Renders the page of a release at a path that has one (`pageAt`), with what is asked of it, by default
 * nothing. Rejects with an Error whose cause is what the page threw; it never resolves with half a page,
 * or with another one.
 */
export type RenderPage = (
  path: string,
  release: ReviewSource,
  question?: ListQuestion,
) => Promise<RenderedPage>;

const NO_QUESTION = readListQuestion('');

/** The cause where a page answers 503: what it asks of the release is answered `busy`. */
export class BusyPageError extends Error {
  override readonly name = 'BusyPageError';
}

/** A page that takes longer hangs, and must not block those behind it. */
const DEADLINE_MS = 5_000;

/** What `@astrojs/node` exports in middleware mode, in the terms of node:http. */
type Handler = (
  request: PageRequest,
  response: PageResponse,
  next: (error?: unknown) => void,
  locals: Omit<App.Locals, 'site'>,
) => Promise<void>;

const Entry = z.object({
  handler: z.custom<Handler>((value) => typeof value === 'function'),
});

/**
 * Imports the code of a bundle, which stays in memory as long as the process; the code of a kind of
 * page is imported when the first one is rendered. An import that failed because a file was missing
 * succeeds once the file is back, but a module that was imported stays as it was, even if damaged: so a
 * bundle that is loaded again is read again, from its first file to its last.
 */
export async function loadPageHandler(entry: string): Promise<RenderPage> {
  const before = new Set(process.listeners('unhandledRejection'));
  const { handler } = Entry.parse(await import(addressToImport(entry)));
  // The adapter swallows unhandled rejections, so that the process would survive any fault.
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.has(listener)) process.off('unhandledRejection', listener);
  }
  return async (path, release, question = NO_QUESTION) => {
    try {
      const page = await withinTime(renderWith(handler, addressOf(path), { release, question }));
      if (page.status === statusOfPage(path, release)) return page;
      if (page.status === 503) throw new BusyPageError('Too many questions are being answered.');
      throw new Error(`The bundle answers ${page.status}.`);
    } catch (cause) {
      throw new Error(`The page ${path} cannot be rendered.`, { cause });
    }
  };
}

/** How often each bundle was loaded in this process, by its first file. */
const loads = new Map<string, number>();
let isReloading = false;

/** The URL by which to import a bundle's first file, another one each time. */
function addressToImport(entry: string): string {
  const earlier = loads.get(entry) ?? 0;
  loads.set(entry, earlier + 1);
  const { href } = pathToFileURL(entry);
  if (earlier === 0) return href;
  reloadImports();
  return `${href}?load=${earlier}`;
}

/** Makes the relative imports of a file that is read again be read again, too. */
function reloadImports(): void {
  if (isReloading) return;
  isReloading = true;
  registerHooks({
    resolve: (specifier, context, resolve) => {
      const found = resolve(specifier, context);
      const [load] = /\?load=\d+$/.exec(context.parentURL ?? '') ?? [];
      const isBeside = load !== undefined && specifier.startsWith('.');
      return isBeside ? { ...found, url: `${found.url}${load}` } : found;
    },
  });
}

/** Where Astro has it: static hosts look for the page of a 404 under another name. */
function addressOf(path: string): string {
  return path === NOT_FOUND_PAGE ? '/404/' : path;
}

async function renderWith(
  handler: Handler,
  path: string,
  locals: Pick<App.Locals, 'release' | 'question'>,
): Promise<RenderedPage> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
  let thrown: unknown;
  const response = new PageResponse((status, html) => {
    if (status === 500) reject(thrown ?? new Error('It failed without an error.'));
    else resolve({ status, html });
  });
  const onError = (error: unknown) => {
    thrown = error;
  };
  const noPage = () => reject(new Error('The bundle has no page there.'));
  // The middleware of the pages adds what it makes of these.
  handler(new PageRequest(path), response, noPage, { ...locals, onError }).catch(reject);
  return promise;
}

async function withinTime(rendering: Promise<RenderedPage>): Promise<RenderedPage> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`It took more than ${DEADLINE_MS} ms.`));
  }, DEADLINE_MS);
  try {
    return await Promise.race([rendering, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The part of an IncomingMessage that the handler reads. It has nothing of a client's request: no Host,
 * from which the adapter would take its URLs, no header, no query.
 */
class PageRequest {
  readonly method = 'GET';
  readonly headers = {};
  readonly socket = {};
  readonly url: string;

  constructor(path: string) {
    this.url = path;
  }

  /** The handler listens for broken connections; there are none. */
  once(): this {
    return this;
  }
}

/** The part of a ServerResponse that the handler uses; collects the page. */
class PageResponse {
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  readonly #chunks: Uint8Array[] = [];
  readonly #end: (status: number, html: Buffer) => void;

  constructor(end: (status: number, html: Buffer) => void) {
    this.#end = end;
  }

  writeHead(status: number): this {
    this.statusCode = status;
    this.headersSent = true;
    return this;
  }

  write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    return true;
  }

  end(chunk?: Uint8Array | string): this {
    if (chunk !== undefined) this.write(chunk);
    // In memory of its own: a page in a pool would retain the whole pool.
    const length = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    const html = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const part of this.#chunks) {
      html.set(part, at);
      at += part.length;
    }
    this.#end(this.statusCode, html);
    return this;
  }

  /** Called where the body was not finished. */
  destroy(): this {
    this.#end(500, Buffer.alloc(0));
    return this;
  }

  on(): this {
    return this;
  }

  off(): this {
    return this;
  }
}
