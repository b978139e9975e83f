import type { Pieces } from '#search/corpus/pieces.ts';
import { strongEtag } from '#search/strong-etag.ts';
import type { RawHeaders } from '../../http/headers.ts';

/** What a release answers to one question, whatever the coding. */
export type Answer = {
  /** JSON unless it says otherwise. */
  readonly mediaType?: string;
  /** Strong, of the bytes as they are. */
  readonly etag: string;
  /** Milliseconds since 1970; undefined where the answer has no date of its own. */
  readonly lastModified: number | undefined;
  /** How long caches keep it; a minute unless it says otherwise. */
  readonly cache?: RawHeaders;
  /** What else a 200 and a 304 say: by which names caches purge it, links. */
  readonly headers: RawHeaders;
  /** How many bytes its body has; Infinity where it is a stream. */
  readonly length: number;
  /** Makes the pieces of the body; called only where they are sent or compressed. */
  readonly body: () => Pieces;
  /** Makes the body while it is sent, instead of `body`: it may be of any length. */
  readonly stream?: () => AsyncIterable<Uint8Array>;
  /**
   * Whether the body is a copy that the answer does not keep: it is remembered once it was sent, unless
   * it is large. Other bodies are pieces of the release, or counted in `heldBytes`.
   */
  readonly isCopy: boolean;
  /** About how many bytes it keeps in memory beside the release. */
  readonly heldBytes: number;
};

/** The answer that is these bytes, which it keeps. */
export function answerWith(
  body: Uint8Array,
  more: Partial<Pick<Answer, 'mediaType' | 'lastModified' | 'cache' | 'headers'>> = {},
): Answer {
  return {
    lastModified: undefined,
    headers: [],
    ...more,
    etag: strongEtag(body),
    length: body.length,
    body: () => [body],
    isCopy: false,
    heldBytes: body.length,
  };
}
