import fc from 'fast-check';

/** What cuts texts, turns them and breaks naive offsets. */
const PIECES = [
  ...['not', 'never', "didn't", 'didn’t', 'dont', 'only', 'but', 'However', 'and', 'so', 'yet'],
  ...['good', 'BAD', 'very', 'great', 'result', 'a', 'Mr', 'p', 'm', '3', '50', 'José', 'ß'],
  ...['.', ',', ', ', '. ', '; ', ': ', ' - ', ' — ', '…', '! ', '? ', '(', ') ', '“', '” ', "'"],
  ...['\n', '\r\n', '\t', ' ', ' ', ' ', '\u2028', '\u00a0', '👍🏽', '👩‍👩‍👧'],
  ...[':-)', '<3', '<b>', '&amp;'],
  ...['مرحبا', '\u202e', 'שלום', '很好', 'हिन्दी', '\ud83d', '\udc4d', 'e\u0301', '\u0301', '\0'],
] as const;

/** Any text: of words and marks that matter, and of any characters, surrogates alone as well. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom<string>(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom<string>(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
