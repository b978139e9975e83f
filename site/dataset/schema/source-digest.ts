import { z } from 'zod';

/** What a source says of a review, part by part, as imports merge it. */
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

/** A digest also marks the whole name, of which the file may hold only a short form. */
export const DIGEST_FIELDS = [...SOURCE_FIELDS, 'fullName'] as const;
export type DigestField = (typeof DIGEST_FIELDS)[number];

/** Marks are made of these: no word, and nothing that YAML takes for a number or a date. */
export const MARK_LETTERS = 'bcdfghjkmnpqrtxz';
export const KEY_LENGTH = 14;
export const MARK_LENGTH = 10;

/** The mark of a part of which nobody knows what the source said of it. */
export const UNKNOWN_MARK = 'unknown';

const LETTER = `[${MARK_LETTERS}]`;
const MARK = `(?:${DIGEST_FIELDS.join('|')})=(?:${LETTER}{${MARK_LENGTH}}|${UNKNOWN_MARK})`;

/**
 * What the source of a review last said, such as `bcdfghjkmnpqrt author=bcdfghjkmn rating=…`: the
 * key of the review, then a mark for each part that the source says something of. By them an
 * import tells what an editor changed from what the source did. A mark can be compared only by who
 * has the secret of the imports, which is kept elsewhere: the text that an editor took out must
 * not be found out by guessing, and a name, a date or a telephone number is soon guessed. One
 * string, for it is read with every review, and a mapping takes a third longer. Never published.
 */
export const SourceDigest = z
  .string()
  .regex(
    new RegExp(`^${LETTER}{${KEY_LENGTH}}(?: ${MARK})*$`),
    'must stay as an import wrote it; delete this line, and the next import writes it anew',
  );
