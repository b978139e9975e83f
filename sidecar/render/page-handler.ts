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

/** What a bundle exports (site/render-page.ts). */
type RenderInBundle = (
  path: string,
  locals: Omit<App.Locals, 'site'>,
) => Promise<Response | undefined>;

const Entry = z.object({
  renderPage: z.custom<RenderInBundle>((value) => typeof value === 'function'),
});

/**
 * Imports the code of a bundle, which stays in memory as long as the process; the code of a kind of
 * page is imported when the first one is rendered. An import that failed because a file was missing
 * succeeds once the file is back, but a module that was imported stays as it was, even if damaged: so a
 * bundle that is loaded again is read again, from its first file to its last.
 */
export async function loadPageHandler(entry: string): Promise<RenderPage> {
  const { renderPage } = Entry.parse(await import(addressToImport(entry)));
  return async (path, release, question = NO_QUESTION) => {
    try {
      const page = await withinTime(renderWith(renderPage, addressOf(path), { release, question }));
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
  render: RenderInBundle,
  path: string,
  locals: Pick<App.Locals, 'release' | 'question'>,
): Promise<RenderedPage> {
  let thrown: unknown;
  const onError = (error: unknown) => {
    thrown = error;
  };
  const response = await render(path, { ...locals, onError });
  if (!response) throw new Error('The bundle has no page there.');
  const { status } = response;
  if (status === 500) throw thrown ?? new Error('It failed without an error.');
  return { status, html: await readBody(response) };
}

/** A page that is rendered whole is one piece: all ways of Response to read it copy it. */
async function readBody({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = await Array.fromAsync(body ?? []);
  const [piece] = pieces;
  if (piece === undefined || pieces.length > 1) return Buffer.concat(pieces);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
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
