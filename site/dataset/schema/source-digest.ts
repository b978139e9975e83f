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

/** A digest also marks the full name, of which the file may hold only a short form. */
export const DIGEST_FIELDS = [...SOURCE_FIELDS, 'fullName'] as const;
export type DigestField = (typeof DIGEST_FIELDS)[number];

/** The letters of marks, which make no word, nor anything that YAML reads as a number or a date. */
export const MARK_LETTERS = 'bcdfghjkmnpqrtxz';
export const KEY_LENGTH = 14;
export const MARK_LENGTH = 10;

/** The mark of a part of which the source's last statement is unknown. */
export const UNKNOWN_MARK = 'unknown';

const LETTER = `[${MARK_LETTERS}]`;
const MARK = `(?:${DIGEST_FIELDS.join('|')})=(?:${LETTER}{${MARK_LENGTH}}|${UNKNOWN_MARK})`;

/**
 * What the source of a review last stated, such as `bcdfghjkmnpqrt author=bcdfghjkmn rating=…`: the key
 * of the review, then a mark for each part that the source states. By them an import distinguishes
 * changes of editors from those of the source. Marks are keyed with the secret of the imports, which is
 * kept elsewhere: a text that an editor removed must not be found by guessing, and a name, a date or a
 * telephone number is soon guessed. It is one string, since it is read with every review and a mapping
 * takes a third longer. It is never published.
 */
export const SourceDigest = z
  .string()
  .regex(
    new RegExp(`^${LETTER}{${KEY_LENGTH}}(?: ${MARK})*$`),
    'must stay as an import wrote it; delete this line, and the next import writes it anew',
  );
