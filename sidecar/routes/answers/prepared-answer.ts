import type { Coded, Coding } from '#artifacts/encoder.ts';
import { JSON_TYPE } from '#artifacts/media-types.ts';
import { lengthOf, type Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
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
import {
  ANSWER_CODINGS,
  type AnswerCoder,
  codingFor,
  encodeIfShort,
  tagOfCoding,
} from './answer-codings.ts';

/** What a release answers to one question, whatever the coding. */
export type Answer = {
  /** JSON unless it says otherwise. */
  readonly mediaType?: string;
  /** Strong, of the bytes as they are. */
  readonly etag: string;
  /** Milliseconds since 1970; undefined where the answer has no date of its own. */
  readonly lastModified: number | undefined;
  /** What else a 200 and a 304 say: by which names caches purge it, links. */
  readonly headers: RawHeaders;
  /** How many bytes its body has. */
  readonly length: number;
  /** Makes the pieces of the body; called only where they are sent or compressed. */
  readonly body: () => Pieces;
  /** Whether the body is a copy: then it is remembered once it was sent, unless it is large. */
  readonly isCopy?: boolean;
  /** About how many bytes it keeps in memory beside the release, without such a copy. */
  readonly heldBytes: number;
};

/** As large as the answer to any usual search. */
const MAX_REMEMBERED_BYTES = 64 * 1024;

/** The answer that is these bytes, which it keeps. */
export function answerWith(
  body: Uint8Array,
  more: Partial<Pick<Answer, 'mediaType' | 'lastModified' | 'headers'>> = {},
): Answer {
  return {
    lastModified: undefined,
    headers: [],
    ...more,
    etag: strongEtag(body),
    length: body.length,
    body: () => [body],
    heldBytes: body.length,
  };
}

/** Measured overhead of an answer: its headers, tags, and places in the memory. */
const OVERHEAD_BYTES = 2048;

const VARY: RawHeaders = ['Vary', 'Accept-Encoding'];

/** An answer that is ready to be sent, with the codings that were made of it. */
export class PreparedAnswer {
  readonly #answer: Answer;
  /** What a 304 repeats (RFC 9110 §15.4.5) beside the tag that matched. */
  readonly #shared: RawHeaders;
  #uncoded: Pieces | undefined;
  readonly #tags = new Map<Coding, string>();
  readonly #coded = new Map<Coding, Coded>();
  readonly #inFlight = new Map<Coding, Promise<Coded>>();

  constructor(answer: Answer) {
    this.#answer = answer;
    const { lastModified, headers } = answer;
    const dated = lastModified === undefined ? [] : ['Last-Modified', formatHttpDate(lastModified)];
    this.#shared = [...dated, ...ANSWER_CACHE, ...VARY, ...CORS_HEADERS, ...headers];
  }

  /** About how many bytes it keeps in memory. */
  get bytes(): number {
    let bytes = this.#answer.heldBytes + OVERHEAD_BYTES;
    if (this.#uncoded) bytes += this.#answer.length;
    for (const coded of this.#coded.values()) bytes += coded.length;
    return bytes;
  }

  /**
   * The reply under the conditions of a request, in the coding that it prefers; undefined where that
   * is still to be made. Throws an HttpError for 412.
   */
  replyTo({ headers }: ReadRequest): Reply | undefined {
    const coding = this.#codingFor(headers);
    const unchanged = this.#replyIfUnchanged(headers, coding);
    if (unchanged) return unchanged;
    if (!coding) return this.#replyWith(this.#bodyAsIs());
    const coded = this.#coded.get(coding) ?? this.#encodeIfShort(coding);
    return coded && this.#replyWith([coded], coding);
  }

  /** The same without a coding. */
  replyUncoded({ headers }: ReadRequest): Reply {
    return this.#replyIfUnchanged(headers, undefined) ?? this.#replyWith(this.#bodyAsIs());
  }

  /** Makes the coding that a request prefers, once for all that ask meanwhile, unless too many wait. */
  async encodeFor({ headers }: ReadRequest, coder: Pick<AnswerCoder, 'encode'>): Promise<void> {
    const coding = this.#codingFor(headers);
    if (!coding || this.#coded.has(coding)) return;
    const { body, length } = this.#answer;
    const coded = this.#inFlight.get(coding) ?? coder.encode(coding, body, length);
    if (!coded) return;
    this.#inFlight.set(coding, coded);
    try {
      this.#coded.set(coding, await coded);
    } finally {
      this.#inFlight.delete(coding);
    }
  }

  #bodyAsIs(): Pieces {
    const { body, isCopy, length } = this.#answer;
    const pieces = this.#uncoded ?? body();
    if (isCopy && length <= MAX_REMEMBERED_BYTES) this.#uncoded = pieces;
    return pieces;
  }

  #encodeIfShort(coding: Coding): Coded | undefined {
    const { body, length } = this.#answer;
    const coded = encodeIfShort(coding, body, length);
    if (coded) this.#coded.set(coding, coded);
    return coded;
  }

  #codingFor(headers: ReadRequest['headers']): Coding | undefined {
    return codingFor(headers['accept-encoding'], this.#answer.length);
  }

  #replyIfUnchanged(
    headers: ReadRequest['headers'],
    coding: Coding | undefined,
  ): Reply | undefined {
    const { lastModified } = this.#answer;
    const etag = this.#tagOf(coding);
    const etags = () => [undefined, ...ANSWER_CODINGS].map((one) => this.#tagOf(one));
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
    const { mediaType = JSON_TYPE, lastModified } = this.#answer;
    return {
      status: 200,
      headers: [
        'Content-Type',
        mediaType,
        'Content-Length',
        String(lengthOf(body)),
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
