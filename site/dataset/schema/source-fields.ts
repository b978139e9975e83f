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
