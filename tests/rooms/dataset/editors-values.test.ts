import { BUSINESS } from '../../support/content-files.ts';
import { assertMistakes, GOOD, type Mistake, review } from './assert-mistakes.ts';

const business = (line: string) => ({ 'business.yaml': `${BUSINESS}${line}\n` });
const entry = (first: string) => ({
  'technicians.yaml': `${first}\n  id: bob\n  name: Bob\n  jobTitle: Clerk\n`,
});
const REMOVAL = '  dateRemoved: 2026-10-01\n  reason: spam\n';
const INVALID = 'error is not valid YAML:';
const ADDRESS = 'address: { streetAddress: 1 A Street, addressLocality: B, addressCountry: US';

/** Values that YAML reads as a number, a truth value or nothing: what was written stays. */
const READ_OTHERWISE: readonly Mistake[] = [
  [
    'a telephone number without quotes',
    business('telephone: +4915155501770'),
    'business.yaml:8:12 error telephone: must be a string (got +4915155501770); write telephone: "+4915155501770"',
  ],
  [
    'a telephone number of digits alone',
    business('telephone: 4915155501770'),
    'business.yaml:8:12 error telephone: must be a string (got 4915155501770); write telephone: "+4915155501770"',
  ],
  [
    'a postal code that begins with 0',
    business(`${ADDRESS}, postalCode: 01234 }`),
    'business.yaml:8:91 error address.postalCode: must be a string (got 01234); write postalCode: "01234"',
  ],
  [
    'a time without the colon',
    business('openingHours:\n  - dayOfWeek: [Monday]\n    opens: 830\n    closes: "17:30"'),
    'business.yaml:10:12 error openingHours.0.opens: must be a string (got 830); write opens: 08:30',
  ],
  [
    'a time with a point',
    business('openingHours:\n  - dayOfWeek: [Monday]\n    opens: "08:30"\n    closes: 17.30'),
    'business.yaml:11:13 error openingHours.0.closes: must be a string (got 17.30); write closes: 17:30',
  ],
  [
    'an id of a source with more digits than a number has',
    review({ source: '{ name: Google, id: 12345678901234567890 }' }),
    'reviews/a.md:6:29 error source.id: must be a string (got 12345678901234567890); write id: "12345678901234567890"',
  ],
  [
    'an id like a power of ten',
    review({ id: '123e4567' }),
    'reviews/a.md:2:5 error id: must be a string (got 123e4567); write id: "123e4567"',
  ],
  [
    'a name that is a number',
    review({ author: '007' }),
    'reviews/a.md:3:9 error author: must be a mapping of keys to values (got 007); write author: { name: "007" }',
  ],
  [
    'a name that is true',
    review({ author: '\n  name: True' }),
    'reviews/a.md:4:9 error author.name: must be a string (got True); write name: "True"',
  ],
  [
    'a name that is Null',
    review({ author: '\n  name: Null' }),
    'reviews/a.md:4:9 error author.name: must be a string (got Null); write name: "Null"',
  ],
];

/** Signs of YAML that were not meant as such. */
const SIGNS: readonly Mistake[] = [
  [
    'an anchor above keys',
    entry('- &a'),
    `technicians.yaml:1:3 ${INVALID} &a is an anchor, which content files do not use; delete &a`,
  ],
  [
    'an anchor before braces',
    review({ author: '&a { name: Jane D. }' }),
    `reviews/a.md:3:9 ${INVALID} &a is an anchor, which content files do not use; delete &a`,
  ],
  [
    'an alias',
    review({ author: '*r' }),
    `reviews/a.md:3:9 ${INVALID} *r is an alias, which content files do not use; write the value itself here, in quotes if it begins with *`,
  ],
  [
    'an at sign in braces',
    review({ author: '{ name: @jane }' }),
    `reviews/a.md:3:9 ${INVALID} a text in the braces needs quotes; write author: { name: "@jane" }`,
  ],
  [
    'a colon in braces',
    review({ author: '{ name: Jane: D }' }),
    `reviews/a.md:3:9 ${INVALID} a text in the braces needs quotes; write author: { name: "Jane: D" }`,
  ],
  [
    'a comma in braces',
    review({ author: '{ name: Doe, Jane }' }),
    'reviews/a.md:3:22 error author.Jane: is not a known key: no colon follows; write author: { name: "Doe, Jane" }',
  ],
  [
    'a name alone in braces',
    review({ author: '{ Jane D. }' }),
    'reviews/a.md:3:11 error author.Jane D.: is not a known key: no colon follows; write author: { name: Jane D. }',
  ],
  [
    'no blank after a colon in braces',
    review({ author: '{ name:Jane }' }),
    'reviews/a.md:3:11 error author.name:Jane: is not a known key: no colon follows; write author: { name: Jane }',
  ],
];

/** Blanks that are missing, too many, or others than they look like, and lines at a wrong place. */
const PLACES: readonly Mistake[] = [
  [
    'a blank before the first key',
    { 'reviews/a.md': GOOD.replace('id:', ' id:') },
    `reviews/a.md:2:1 ${INVALID} there is a space before the first key; write id: review-1`,
  ],
  [
    'a hyphen without a blank',
    review({ services: '\n  -car-accident' }),
    'reviews/a.md:9:3 error services: must be a list (got "-car-accident"); a space is missing after the hyphen: write - car-accident',
  ],
  [
    'a second hyphen without a blank',
    {
      'technicians.yaml':
        '- id: a\n  name: A\n  jobTitle: B\n-id: bob\n  name: Bob\n  jobTitle: C\n',
    },
    `technicians.yaml:4:1 ${INVALID} a space is missing after the hyphen; write - id: bob`,
  ],
  [
    'a no-break space after a colon',
    { 'reviews/a.md': GOOD.replace('rating: 5', 'rating:\u00a05') },
    `reviews/a.md:5:1 ${INVALID} the space after the colon is not an ordinary one; write rating: 5`,
  ],
  [
    'a sentence with a colon above the closing hyphens',
    { 'reviews/a.md': GOOD.replace('\n---\n', '\nThey were kind: really\n---\n') },
    'reviews/a.md:8:1 error They were kind: is not a known key; move the line below the closing ---',
  ],
  [
    'a word below removals',
    { 'removed.yaml': `- id: review-9\n${REMOVAL}foo\n` },
    `removed.yaml:4:1 ${INVALID} the line "foo" has no colon; delete it, or write it as "key: value"`,
  ],
  [
    'nothing but a word in a list',
    { 'removed.yaml': 'foo\n' },
    'removed.yaml:1:1 error this: must be a list (got "foo"); delete the line, or begin an entry with "- "',
  ],
  [
    'a text above the keys of an entry',
    { 'removed.yaml': `- "review-9"\n${REMOVAL}` },
    `removed.yaml:1:1 ${INVALID} the text "review-9" is above the keys of its entry; write - id: "review-9"`,
  ],
  [
    'a text above an id',
    { 'removed.yaml': `- "&a"\n  id: review-9\n${REMOVAL}` },
    `removed.yaml:1:3 ${INVALID} the text "&a" is above the keys of its entry; delete "&a"`,
  ],
  [
    'what is no id as a removal',
    { 'removed.yaml': '- foo\n' },
    'removed.yaml:1:3 error entry 1: must be a mapping of keys to values (got "foo"); write a value such as "{ id: yelp-0a9b8c7d, dateRemoved: 2026-05-14, reason: author-request }"',
  ],
  [
    'carriage returns alone',
    { 'reviews/a.md': GOOD.replaceAll('\n', '\r') },
    'reviews/a.md:1:1 error has lines that end with a carriage return alone (CR); save the file with line feeds (LF)',
  ],
];

assertMistakes(READ_OTHERWISE, 10);
assertMistakes(SIGNS, 7);
assertMistakes(PLACES, 10);
