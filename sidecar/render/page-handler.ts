import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { NOT_FOUND_PAGE, statusOfPage } from '#release/page-addresses.ts';
import { type ListQuestion, readListQuestion } from '#search/question/list-question.ts';
import type { ReviewSource } from '#search/review-source.ts';

/**
 * Renders the page of a release at a path that has one (`pageAt`), with a question, by default
 * none. Rejects with an Error whose cause is the error of the page; it never resolves with half a
 * page, or with another one.
 */
export type RenderPage = (
  path: string,
  release: ReviewSource,
  question?: ListQuestion,
) => Promise<{ readonly status: number; readonly html: Buffer }>;

const NO_QUESTION = readListQuestion('');

/**
 * The export of `@astrojs/node` in middleware mode. The locals lack those that site/middleware.ts
 * adds.
 */
type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Omit<App.Locals, 'site'>,
) => Promise<void>;

const Entry = z.object({ handler: z.custom<Handler>((value) => typeof value === 'function') });

/**
 * Imports the code of a bundle, which stays in memory as long as the process; the code of a kind of
 * page is imported when the first one is rendered.
 */
export async function loadPageHandler(entry: string): Promise<RenderPage> {
  const { handler } = Entry.parse(await importAlone(entry));
  return async (path, release, question = NO_QUESTION) => {
    // Static hosts look for it under another name than Astro.
    const address = path === NOT_FOUND_PAGE ? '/404/' : path;
    try {
      const page = await renderWith(handler, address, { release, question });
      if (page.status === statusOfPage(path, release)) return page;
      throw new Error(`The bundle answers ${page.status}.`);
    } catch (cause) {
      throw new Error(`The page ${path} cannot be rendered.`, { cause });
    }
  };
}

/**
 * Imports the adapter without its listener for `unhandledRejection`, which would keep the whole
 * process alive, and unaware, after any rejection in it.
 */
async function importAlone(entry: string): Promise<unknown> {
  const before = process.listeners('unhandledRejection');
  const imported: unknown = await import(pathToFileURL(entry).href);
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.includes(listener)) process.off('unhandledRejection', listener);
  }
  return imported;
}

async function renderWith(
  handler: Handler,
  path: string,
  locals: Pick<App.Locals, 'release' | 'question'>,
) {
  let thrown: unknown;
  // An error of a page would become a line on the console and an answer of the adapter's own.
  const onError = (error: unknown) => {
    thrown = error;
  };
  let hasPage = true;
  // The adapter calls it without an error if there is no page at the path.
  const next = () => {
    hasPage = false;
  };
  const request = askNeutrally(path);
  const answer = new CollectedAnswer(request);
  await handler(request, answer, next, { ...locals, onError });
  if (!hasPage) throw new Error('The bundle has no page there.');
  const { statusCode: status, html } = answer;
  if (status === 500)
    throw thrown ?? new Error('Its code cannot be loaded; see the message of Astro on stderr.');
  if (html === undefined) throw new Error('It ended halfway.');
  return { status, html };
}

/**
 * Returns a GET without anything of a client: the adapter makes the URL that pages see from the
 * Host, and passes on headers, cookies and the address of the socket, which is not connected.
 */
function askNeutrally(path: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.url = path;
  request.headers = { host: 'localhost' };
  return request;
}

/** Collects the bytes that the adapter would send; headers of pages are made elsewhere. */
class CollectedAnswer extends ServerResponse {
  readonly #pieces: Uint8Array[] = [];
  /** All bytes, once they are complete. */
  html: Buffer | undefined;

  override write(piece: Uint8Array): boolean {
    this.#pieces.push(piece);
    return true;
  }

  override end(): this {
    const [piece] = this.#pieces;
    // A page that is not streamed is one piece, which need not be copied.
    this.html =
      piece === undefined || this.#pieces.length > 1
        ? Buffer.concat(this.#pieces)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    return this;
  }
}
