import { z } from 'zod';

/** The parts of a review that a source states, as imports merge them. */
export const SOURCE_FIELDS = [
  'author',
  'datePublished',
  'dateCreated',
  'dateModified',
  'rating',
  'name',
  'inLanguage',
  'url',
  'ownerReply',
  'reviewBody',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** A digest also marks the full name, of which the file may have only a short form. */
export const DIGEST_FIELDS = [...SOURCE_FIELDS, 'fullName'] as const;
export type DigestField = (typeof DIGEST_FIELDS)[number];

/** The letters of marks, which form no word, number or date of YAML. */
export const MARK_LETTERS = 'bcdfghjkmnpqrtxz';
export const KEY_LENGTH = 14;
export const MARK_LENGTH = 10;

/** The mark of a part whose last value at the source is unknown. */
export const UNKNOWN_MARK = 'unknown';

const LETTER = `[${MARK_LETTERS}]`;
const MARK = `(?:${DIGEST_FIELDS.join('|')})=(?:${LETTER}{${MARK_LENGTH}}|${UNKNOWN_MARK})`;

/**
 * The last values that the source of a review stated, such as `bcdfghjkmnpqrt author=bcdfghjkmn
 * rating=…`: the key of the review, then a mark for each part that the source states. An import
 * uses them to distinguish changes of editors from changes at the source. Marks are keyed with the
 * secret of the imports, which is kept elsewhere: a text that an editor removed must not be found
 * by guessing, and a name, a date or a telephone number is soon guessed. It is one string, since it
 * is read with every review and a mapping takes a third longer. It is never published.
 */
export const SourceDigest = z
  .string()
  .regex(
    new RegExp(`^${LETTER}{${KEY_LENGTH}}(?: ${MARK})*$`),
    'must stay as an import wrote it; delete this line, and the next import writes it again',
  );
