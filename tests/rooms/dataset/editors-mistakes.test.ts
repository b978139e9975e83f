import { assertMistakes, type Mistake, review } from './assert-mistakes.ts';

/** Keys that are missing, and values that the schemas refuse. */
const VALUES: readonly Mistake[] = [
  [
    'no rating',
    review({ rating: undefined }),
    'reviews/a.md:2:1 error rating: is missing; add a line such as "rating: 5"',
  ],
  [
    'no author',
    review({ author: undefined }),
    'reviews/a.md:2:1 error author: is missing; add a line such as "author: { name: Jane D. }"',
  ],
  [
    'no date',
    review({ datePublished: undefined }),
    'reviews/a.md:2:1 error datePublished: is missing; add a line such as "datePublished: 2026-10-03"',
  ],
  [
    'no id',
    review({ id: undefined }),
    'reviews/a.md:2:1 error id: is missing; add a line such as "id: google-1a2b3c4d"',
  ],
  [
    'no source',
    review({ source: undefined }),
    'reviews/a.md:2:1 error source: is missing; add a line such as "source: { name: Google }"',
  ],
  [
    'no verification',
    review({ verification: undefined }),
    'reviews/a.md:2:1 error verification: is missing; add a line such as "verification: { status: verified, method: client-record, date: 2026-10-05 }"',
  ],
  [
    'a key without a value',
    review({ rating: '' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5, but is empty; write a value such as "rating: 5"',
  ],
  [
    'the author as text',
    review({ author: 'Jane D.' }),
    'reviews/a.md:3:9 error author: must be a mapping of keys to values (got "Jane D."); write author: { name: Jane D. }',
  ],
  [
    'the source as text',
    review({ source: 'Yelp' }),
    'reviews/a.md:6:9 error source: must be a mapping of keys to values (got "Yelp"); write source: { name: Yelp }',
  ],
  [
    'the verification as a word',
    review({ verification: 'pending' }),
    'reviews/a.md:7:15 error verification: must be a mapping of keys to values (got "pending"); write verification: { status: pending }',
  ],
  [
    'the reply as text',
    review({ ownerReply: 'Thank you.' }),
    'reviews/a.md:8:13 error ownerReply: must be a mapping of keys to values (got "Thank you."); write ownerReply: { text: Thank you. }',
  ],
  [
    'a reply without a text',
    review({ ownerReply: '{ datePublished: 2026-10-06 }' }),
    'reviews/a.md:8:13 error ownerReply.text: is missing; write a value such as "ownerReply: { text: Thank you. We are glad that the check came in time., datePublished: 2026-10-06 }"',
  ],
  [
    'a name of a person as her id',
    review({ technicians: '[Elena Muñoz]' }),
    'reviews/a.md:8:15 error technicians.0: must be lowercase letters, digits and single hyphens (got "Elena Muñoz"); did you mean elena-munoz?',
  ],
  [
    'a list as text',
    review({ services: 'car-accident' }),
    'reviews/a.md:8:11 error services: must be a list (got "car-accident"); write services: [car-accident]',
  ],
  [
    'a name in the list twice',
    review({ services: '[car-accident, car-accident]' }),
    'reviews/a.md:8:11 error services: must not name anything twice; write services: [car-accident]',
  ],
  [
    'an aspect in capitals',
    review({ aspects: '{ Staff: positive }' }),
    'reviews/a.md:8:12 error aspects.Staff: the key must be lowercase letters, digits and single hyphens; write staff: positive',
  ],
  [
    'a list of aspects',
    review({ aspects: '[staff]' }),
    'reviews/a.md:8:10 error aspects: must be a mapping of keys to values; write a value such as "aspects: { communication: positive, staff: none }"',
  ],
  [
    'a judgment that is none',
    review({ aspects: '{ staff: good }' }),
    'reviews/a.md:8:19 error aspects.staff: must be one of positive, neutral, negative, mixed, none or a mapping of keys to values (got "good"); write a value such as "staff: positive"',
  ],
  [
    'an American date that may be read in two ways',
    review({ datePublished: '10/3/2026' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "10/3/2026"); write datePublished: 2026-10-03 for October 3, or datePublished: 2026-03-10 for March 10',
  ],
  [
    'an American date',
    review({ datePublished: '10/13/2026' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "10/13/2026"); write datePublished: 2026-10-13',
  ],
  [
    'a German date',
    review({ datePublished: '3.10.2026' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "3.10.2026"); write datePublished: 2026-10-03',
  ],
  [
    'a date with slashes',
    review({ datePublished: '2026/10/2' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "2026/10/2"); write datePublished: 2026-10-02',
  ],
  [
    'a date in words',
    review({ datePublished: 'October 2, 2026' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "October 2, 2026"); write datePublished: 2026-10-02',
  ],
  [
    'a date with the time',
    review({ datePublished: '2026-10-02T10:00:00Z' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "2026-10-02T10:00:00Z"); write datePublished: 2026-10-02',
  ],
  [
    'a date as a number',
    review({ datePublished: '20261002' }),
    'reviews/a.md:4:16 error datePublished: must be a string (got 20261002); write datePublished: 2026-10-02',
  ],
  [
    'a day that does not exist',
    review({ datePublished: '2026-02-30' }),
    'reviews/a.md:4:16 error datePublished: must be a date that exists, written YYYY-MM-DD (got "2026-02-30"); write a value such as "datePublished: 2026-10-03"',
  ],
  [
    'a moment without the offset',
    review({ dateCreated: '2026-10-03 14:02' }),
    'reviews/a.md:8:14 error dateCreated: must be a date-time such as 2026-10-03T14:02:11Z (got "2026-10-03 14:02"); write dateCreated: 2026-10-03T14:02:00Z',
  ],
  [
    '5/5',
    review({ rating: '5/5' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5 (got "5/5"); write rating: 5',
  ],
  [
    'a rating in quotes',
    review({ rating: '"4"' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5 (got "4"); write rating: 4',
  ],
  [
    '4 stars',
    review({ rating: '4 stars' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5 (got "4 stars"); write rating: 4',
  ],
  [
    'drawn stars',
    review({ rating: '★★★½' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5 (got "★★★½"); write rating: 3.5',
  ],
  [
    'a rating of ten',
    review({ rating: '8/10' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5 (got "8/10"); write rating: 4',
  ],
  [
    'a decimal comma',
    review({ rating: '4,5' }),
    'reviews/a.md:5:9 error rating: must be a number from 1 to 5 (got "4,5"); write rating: 4.5',
  ],
  [
    '6 stars',
    review({ rating: '6' }),
    'reviews/a.md:5:9 error rating: must be at most 5 (got 6); write a value such as "rating: 5"',
  ],
  [
    '4.3 stars',
    review({ rating: '4.3' }),
    'reviews/a.md:5:9 error rating: must be a whole or a half star (got 4.3); write rating: 4.5',
  ],
];

assertMistakes(VALUES, 30);
