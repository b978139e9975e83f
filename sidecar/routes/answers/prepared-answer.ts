import { Readable } from 'node:stream';
import { CODINGS, type Coded, type Coding } from '#artifacts/encoder.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { evaluateConditions } from '../../http/conditional.ts';
import {
  ANSWER_CACHE,
  CORS_HEADERS,
  DATA_SECURITY,
  formatHttpDate,
  type RawHeaders,
} from '../../http/headers.ts';
import { preconditionFailed } from '../../http/http-error.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadRequest } from '../../http/request.ts';
import type { Answer } from './answer.ts';
import {
  type AnswerCoder,
  codingFor,
  encodeIfShort,
  encodeStream,
  tagOfCoding,
} from './answer-codings.ts';

/** As large as the answer to any usual search. */
const MAX_REMEMBERED_BYTES = 64 * 1024;

/** Measured overhead of an answer: its headers, tags, and places in the memory. */
const OVERHEAD_BYTES = 2048;
/** That of a view of a piece. */
const POINTER_BYTES = 200;
/** That of a reply: its headers, also as text. */
const REPLY_BYTES = 1536;

const VARY: RawHeaders = ['Vary', 'Accept-Encoding'];

/** An answer that is ready to be sent, with the codings that were made of it. */
export class PreparedAnswer {
  readonly #answer: Answer;
  /** What a 304 repeats (RFC 9110 §15.4.5) beside the tag that matched. */
  readonly #shared: RawHeaders;
  readonly #tags = new Map<Coding, string>();
  /** Those with a body, by coding: to send one again takes neither time nor garbage. */
  readonly #replies = new Map<Coding | undefined, Reply>();
  readonly #inFlight = new Map<Coding, Promise<Coded>>();
  #bytes: number;

  constructor(answer: Answer) {
    this.#answer = answer;
    const { lastModified, cache = ANSWER_CACHE, headers, heldBytes } = answer;
    const dated = lastModified === undefined ? [] : ['Last-Modified', formatHttpDate(lastModified)];
    this.#shared = [...dated, ...cache, ...VARY, ...CORS_HEADERS, ...headers];
    this.#bytes = heldBytes + OVERHEAD_BYTES;
  }

  /** About how many bytes it keeps in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether each reply has a body of its own, which is made while it is sent. */
  get isStreamed(): boolean {
    return this.#answer.stream !== undefined;
  }

  /**
   * The reply under the conditions of a request, in the coding that it prefers; undefined where that
   * is still to be made. Throws an HttpError for 412.
   */
  replyTo({ method, headers }: ReadRequest): Reply | undefined {
    const coding = this.#codingFor(headers);
    const unchanged = this.#replyIfUnchanged(headers, coding);
    if (unchanged) return unchanged;
    const { stream } = this.#answer;
    if (stream) return this.#replyWithStream(stream, method, coding);
    if (!coding) return this.#replyAsIs();
    const known = this.#replies.get(coding);
    if (known) return known;
    const coded = encodeIfShort(coding, this.#answer.body, this.#answer.length);
    return coded && this.#remember([coded], coding);
  }

  /** The same without a coding. */
  replyUncoded({ headers }: ReadRequest): Reply {
    return this.#replyIfUnchanged(headers, undefined) ?? this.#replyAsIs();
  }

  /** Makes the coding that a request prefers, once for all that ask meanwhile, unless too many wait. */
  async encodeFor({ headers }: ReadRequest, coder: Pick<AnswerCoder, 'encode'>): Promise<void> {
    const coding = this.#codingFor(headers);
    if (!coding || this.#replies.has(coding)) return;
    const { body, length } = this.#answer;
    const coded = this.#inFlight.get(coding) ?? coder.encode(coding, body, length);
    if (!coded) return;
    this.#inFlight.set(coding, coded);
    try {
      const made = await coded;
      if (!this.#replies.has(coding)) this.#remember([made], coding);
    } finally {
      this.#inFlight.delete(coding);
    }
  }

  #replyAsIs(): Reply {
    const known = this.#replies.get(undefined);
    if (known) return known;
    const { body, isCopy, length } = this.#answer;
    const pieces = body();
    // It is held anyway: only what points to it takes memory.
    if (!isCopy) return this.#remember(pieces, undefined, pieces.length * POINTER_BYTES);
    return length <= MAX_REMEMBERED_BYTES ? this.#remember(pieces) : this.#replyWith(pieces);
  }

  #remember(body: Pieces, coding?: Coding, bytes = lengthOf(body)): Reply {
    const reply = this.#replyWith(body, coding);
    this.#replies.set(coding, reply);
    this.#bytes += bytes + REPLY_BYTES;
    return reply;
  }

  #replyWithStream(
    make: NonNullable<Answer['stream']>,
    method: ReadRequest['method'],
    preferred: Coding | undefined,
  ): Reply {
    if (method === 'HEAD') return this.#reply(preferred, [], []);
    const coded = preferred && encodeStream(preferred, make);
    if (coded) return { ...this.#reply(preferred, [], []), stream: coded };
    return { ...this.#reply(undefined, [], []), stream: Readable.from(make()) };
  }

  #codingFor(headers: ReadRequest['headers']): Coding | undefined {
    const { mediaType = JSON_TYPE, length } = this.#answer;
    return codingFor(headers['accept-encoding'], mediaType, length);
  }

  #replyIfUnchanged(
    headers: ReadRequest['headers'],
    coding: Coding | undefined,
  ): Reply | undefined {
    const { lastModified } = this.#answer;
    const etag = this.#tagOf(coding);
    const etags = () => [undefined, ...CODINGS].map((one) => this.#tagOf(one));
    const verdict = evaluateConditions(headers, {
      etag,
      // Hashed only where a tag is compared.
      get etags() {
        return etags();
      },
      lastModified,
    });
    if (verdict.status === 412) throw preconditionFailed();
    if (verdict.status !== 304) return undefined;
    return {
      status: 304,
      headers: ['ETag', verdict.etag, ...this.#shared],
      lastModified,
      body: [],
    };
  }

  #tagOf(coding: Coding | undefined): string {
    const { etag } = this.#answer;
    if (!coding) return etag;
    const known = this.#tags.get(coding);
    if (known !== undefined) return known;
    const tag = tagOfCoding(etag, coding);
    this.#tags.set(coding, tag);
    return tag;
  }

  #replyWith(body: Pieces, coding?: Coding): Reply {
    return this.#reply(coding, body, ['Content-Length', String(lengthOf(body))]);
  }

  #reply(coding: Coding | undefined, body: Pieces, length: RawHeaders): Reply {
    const { mediaType = JSON_TYPE, lastModified } = this.#answer;
    return {
      status: 200,
      headers: [
        'Content-Type',
        mediaType,
        ...length,
        ...(coding ? ['Content-Encoding', coding] : []),
        'ETag',
        this.#tagOf(coding),
        ...this.#shared,
        ...DATA_SECURITY,
      ],
      lastModified,
      body,
    };
  }
}
