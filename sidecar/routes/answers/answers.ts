import type { z } from 'zod';
import type { Coding } from '#artifacts/encoder.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { lengthOf, type Pieces, strongEtag } from '#search/corpus/pieces.ts';
import { parseParameters } from '#search/request/parameters.ts';
import { ANSWER_CACHE, type RawHeaders } from '../../http/headers.ts';
import { HttpError } from '../../http/http-error.ts';
import { type PublishedFile, prepareFile } from '../../http/published-file.ts';
import type { Reply } from '../../http/reply.ts';
import { chooseReply } from '../../http/reply-with-file.ts';
import type { ReadRequest } from '../../http/request.ts';
import type { CurrentRelease } from '../../release/current-release.ts';
import type { Release } from '../../release/release.ts';
import { ReplyMemory } from '../../release/reply-memory.ts';
import { codingsOf, encodeBody } from './answer-codings.ts';

/*
 * Answers to questions about the reviews: made once for each release, then sent from memory. A route makes an `Answer`; `Answers` prepares it like a published file (../../http/published-file.ts)
 * and remembers it under its target until another release is served. Each coding is
 * made when it is first sent (answer-codings.ts). Concurrent equal requests share the work.
 */

/** The answer of a release to one question, whatever the coding. */
export type Answer = {
  /** JSON unless it says otherwise. */
  readonly mediaType?: string;
  readonly body: Pieces;
  /** Strong; made of the body by default. */
  readonly etag?: string;
  /** Milliseconds since 1970; undefined if the answer has no date of its own. */
  readonly lastModified?: number | undefined;
  /** The time for which caches keep it; a minute unless it says otherwise. */
  readonly cache?: RawHeaders;
  /** Other headers of a 200 and a 304: the names by which caches purge it, links. */
  readonly headers: RawHeaders;
};

/** A body is undefined in a coding that was not sent yet. */
type AnswerFile = PublishedFile<Pieces | undefined>;

/** A few thousand searches. */
export const ANSWER_MEMORY_BYTES = 32 * 1024 * 1024;

export class Answers {
  readonly #current: CurrentRelease;
  readonly #memory = new ReplyMemory<{ ordinal: number; file: AnswerFile }>(ANSWER_MEMORY_BYTES);
  readonly #making = new Map<string, Promise<AnswerFile>>();

  constructor(current: CurrentRelease) {
    this.#current = current;
    current.on('swapped', () => this.#memory.clear());
  }

  /**
   * Returns the reply from the served release, with the answer of `make` if none is remembered.
   * `target` is all that the answer depends on. Throws what `make` throws, and an HttpError for 412
   * and if nothing is served.
   */
  reply(
    target: string,
    request: ReadRequest,
    make: (release: Release) => Answer | Promise<Answer>,
  ): Promise<Reply> {
    return this.#current.answer(async (release) => {
      const { ordinal } = release;
      const known = this.#memory.get(ordinal, target)?.file;
      const made = () => this.#make(ordinal, target, '', async () => prepare(await make(release)));
      return this.#replyWith(ordinal, target, known ?? (await made()), request);
    });
  }

  async #replyWith(
    ordinal: number,
    target: string,
    file: AnswerFile,
    request: ReadRequest,
  ): Promise<Reply> {
    const { sent, ...reply } = chooseReply(file, request);
    const { body = [], coding } = sent ?? {};
    if (coding === undefined || sent?.body) return { ...reply, body };
    const coded = await this.#make(ordinal, target, coding, () => encode(file, coding));
    if (coded.coded.get(coding)?.body) return this.#replyWith(ordinal, target, coded, request);
    // Too many wait for an encoder.
    const { 'accept-encoding': _, ...headers } = request.headers;
    return this.#replyWith(ordinal, target, file, { ...request, headers });
  }

  /** Makes an answer or a coding of it, once for all concurrent requests, and remembers it. */
  #make(
    ordinal: number,
    target: string,
    coding: Coding | '',
    make: () => Promise<AnswerFile>,
  ): Promise<AnswerFile> {
    const key = `${ordinal} ${coding} ${target}`;
    const known = this.#making.get(key);
    if (known) return known;
    const making = make().then((file) => {
      if (this.#current.release?.ordinal === ordinal) this.#memory.set(target, { ordinal, file });
      return file;
    });
    this.#making.set(key, making);
    const end = () => this.#making.delete(key);
    making.then(end, end);
    return making;
  }
}

/** Returns an answer as a file without codings. */
function prepare({ body, ...answer }: Answer): AnswerFile {
  const { mediaType = JSON_TYPE, etag = strongEtag(...body), lastModified } = answer;
  const identity = { etag, body, length: lengthOf(body) };
  const { cache = ANSWER_CACHE, headers } = answer;
  const about = { mediaType, lastModified, acceptsRanges: false, cache, headers, identity };
  return prepareFile<Pieces | undefined>({ ...about, coded: codingsOf(mediaType, identity) });
}

/** Returns the file with a coding, unless too many wait for an encoder. */
async function encode(file: AnswerFile, coding: Coding): Promise<AnswerFile> {
  const { coded, identity } = file;
  const variant = coded.get(coding);
  const bytes = await encodeBody(coding, identity.body ?? []);
  if (!variant || !bytes) return file;
  const made = { ...variant, body: [bytes], length: bytes.length };
  return { ...file, coded: new Map(coded).set(coding, made) };
}

/** Returns the question in a query string, by a schema. Throws an HttpError 400 with the issues. */
export function readQuestion<Schema extends z.ZodObject>(
  queryString: string,
  schema: Schema,
  of: string,
): z.output<Schema> {
  const { value, problems } = parseParameters(queryString, schema, of);
  if (!problems) return value;
  const count = problems.length === 1 ? 'an issue' : `${problems.length} issues`;
  const detail = `The parameters of ${of} have ${count}; correct them and try again.`;
  throw new HttpError(400, detail, problems);
}
