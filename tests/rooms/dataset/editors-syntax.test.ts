import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContent } from '#dataset/read/read-content.ts';
import type { Files } from '../../support/content-files.ts';
import { createContentFolder } from '../../support/content-folder.ts';
import { assertMistakes, GOOD, type Mistake, review } from './assert-mistakes.ts';

const file = (text: string): Files => ({ 'reviews/a.md': text });

/** Texts that are no YAML, or no front matter. */
const SYNTAX: readonly Mistake[] = [
  [
    'a colon in the text',
    review({ name: 'Great: really' }),
    'reviews/a.md:8:7 error is not valid YAML: the text contains ": "; write name: "Great: really"',
  ],
  [
    'no space after the colon',
    file(GOOD.replace('rating: 5', 'rating:5')),
    'reviews/a.md:5:1 error is not valid YAML: a space is missing after the colon; write rating: 5',
  ],
  [
    'an equals sign',
    file(GOOD.replace('rating: 5', 'rating = 5')),
    'reviews/a.md:5:1 error is not valid YAML: a key ends with a colon; write rating: 5',
  ],
  [
    'too much indentation',
    file(GOOD.replace('rating: 5', '  rating: 5')),
    'reviews/a.md:5:3 error is not valid YAML: the line is indented further than "datePublished" above; indent it like the line above',
  ],
  [
    'unequal indentation',
    review({ author: '\n    name: Jane D.\n   nick: JD' }),
    'reviews/a.md:5:4 error is not valid YAML: the line is not indented like the lines around it; indent it like the line above',
  ],
  [
    'a tab',
    review({ author: '\n\tname: Jane D.' }),
    'reviews/a.md:4:1 error is not valid YAML: the line begins with a tab; indent with spaces instead',
  ],
  [
    'an apostrophe in single quotes',
    review({ name: "'It's great'" }),
    `reviews/a.md:8:7 error is not valid YAML: an apostrophe ends the quote; write name: "It's great"`,
  ],
  [
    'quotes in quotes',
    review({ name: '"A "great" firm"' }),
    `reviews/a.md:8:7 error is not valid YAML: a quote inside the text ends it; write name: 'A "great" firm'`,
  ],
  [
    'a quote that does not end',
    review({ name: '"Great' }),
    'reviews/a.md:8:7 error is not valid YAML: the quote " that begins here has no end; write name: "Great"',
  ],
  [
    'a list that does not end',
    review({ services: '[car-accident' }),
    'reviews/a.md:8:11 error is not valid YAML: the bracket [ that begins here has no end; write services: [car-accident]',
  ],
  [
    'braces that do not end',
    review({ source: '{ name: Google' }),
    'reviews/a.md:6:9 error is not valid YAML: the bracket { that begins here has no end; write source: { name: Google }',
  ],
  [
    'an at sign first',
    review({ name: '@home' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with @ needs quotes; write name: "@home"',
  ],
  [
    'a sign before a key',
    file(GOOD.replace('rating: 5', '}rating: 5')),
    'reviews/a.md:5:1 error is not valid YAML: a } is in place of a key; delete }',
  ],
  [
    'a comment within a key',
    file(GOOD.replace('rating: 5', 'rating #: 5')),
    'reviews/a.md:5:8 error is not valid YAML: a # begins a comment in the key; delete #',
  ],
  [
    'braces without the colon of their key',
    file(GOOD.replace('source: { name: Google', 'source { name: Google, id: x1')),
    'reviews/a.md:6:1 error is not valid YAML: the colon of the key is missing; write source: { name: Google, id: x1 }',
  ],
  [
    'a value below its key',
    review({ source: '\n{ name: Google }' }),
    'reviews/a.md:6:1 error is not valid YAML: the value of source is on the next line; move it after "source:"',
  ],
  [
    'a quote within brackets',
    review({ services: '["car-accident]' }),
    'reviews/a.md:8:12 error is not valid YAML: the quote " that begins here has no end; write " where the text ends as well, or delete it',
  ],
  [
    'two keys on a line',
    review({ name: 'Great  inLanguage: en' }),
    'reviews/a.md:8:7 error is not valid YAML: inLanguage: is on the same line as the text of name; write it on a line of its own',
  ],
  [
    'a comment within braces',
    review({ source: '{ name: #1 }' }),
    'reviews/a.md:6:17 error is not valid YAML: a # begins a comment, in which } does not count; put quotes around the text with the #',
  ],
  [
    'braces on two lines',
    review({ source: '{ name:\nGoogle }' }),
    'reviews/a.md:6:9 error is not valid YAML: the bracket { that begins here has no end; write all of it on one line',
  ],
  [
    'a good line further left',
    review({
      author: '\n    name: Jane D.',
      source: '\n    name: Google\n   url: "https://x.example/"',
    }),
    'reviews/a.md:9:4 error is not valid YAML: the line is not indented like the lines around it; indent it like the line above',
  ],
  [
    'a backtick first',
    review({ name: '`quoted`' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with ` needs quotes; write name: "`quoted`"',
  ],
  [
    'a percent sign first',
    review({ name: '%5 off' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with % needs quotes; write name: "%5 off"',
  ],
  [
    'an asterisk first',
    review({ name: '*Great* people' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with * needs quotes; write name: "*Great* people"',
  ],
  [
    'an ampersand first',
    review({ name: '& Sons' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with & needs quotes; write name: "& Sons"',
  ],
  [
    'an anchor',
    review({ name: '&Sons are great' }),
    'reviews/a.md:8:7 error is not valid YAML: &Sons is an anchor, which content files do not use; write "&Sons are great"',
  ],
  [
    'an exclamation mark first',
    review({ name: '!Great' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with ! needs quotes; write name: "!Great"',
  ],
  [
    'a number sign first',
    review({ name: '#1 firm' }),
    'reviews/a.md:8:7 error name: is empty, because # begins a comment; write name: "#1 firm"',
  ],
  [
    'a number sign in the text',
    review({ name: 'The #1 firm' }),
    'reviews/a.md:8:11 error name: ends before the #, which begins a comment; write name: "The #1 firm"',
  ],
  [
    'a hyphen first',
    review({ name: '- great' }),
    'reviews/a.md:8:7 error is not valid YAML: text that begins with - needs quotes; write name: "- great"',
  ],
  [
    'a line without a colon',
    file(GOOD.replace('rating: 5', 'rating 5')),
    'reviews/a.md:5:1 error is not valid YAML: the line "rating 5" has no colon; write it as "key: value", or in the text below the closing ---',
  ],
  [
    'a git conflict',
    file(GOOD.replace('rating: 5', '<<<<<<< HEAD\nrating: 5\n=======\nrating: 4\n>>>>>>> other')),
    'reviews/a.md:5:1 error contains an unresolved git conflict (lines 5–9); keep one side, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>',
  ],
  [
    'a git conflict in the text',
    review({}, '<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> other'),
    'reviews/a.md:9:1 error contains an unresolved git conflict (lines 9–13); keep one side, and delete the lines that begin with <<<<<<<, ======= and >>>>>>>',
  ],
  [
    'no closing hyphens',
    file(GOOD.replace('\n---\n', '\n')),
    'reviews/a.md:1:1 error the front matter that begins at line 1 has no closing ---; write a line --- below line 7',
  ],
  [
    'no opening hyphens',
    file(GOOD.replace('---\n', '')),
    'reviews/a.md:1:1 error has no front matter; write a line --- above the first key, and another one below the last',
  ],
  [
    'all text',
    file('They were great.'),
    'reviews/a.md:1:1 error has no front matter; begin the file with a line ---, a line for each key (id, author, datePublished, rating, source, verification), and another line ---',
  ],
  [
    'an empty file',
    file(''),
    'reviews/a.md:1:1 error has no front matter; begin the file with a line ---, a line for each key (id, author, datePublished, rating, source, verification), and another line ---',
  ],
  [
    'a blank line above',
    file(`\n${GOOD}`),
    'reviews/a.md:1:1 error has no front matter: the first line is blank; delete everything above ---',
  ],
  [
    'dashes for hyphens',
    file(GOOD.replace('---', '———')),
    'reviews/a.md:1:1 error has no front matter: the line "———" is not ---; write three hyphens',
  ],
  [
    'dashes for the closing hyphens',
    file(GOOD.replace('\n---\n', '\n—\n')),
    'reviews/a.md:8:1 error the front matter that begins at line 1 has no closing ---: this line is "—"; write just three hyphens',
  ],
  [
    'four hyphens',
    file(GOOD.replace('\n---\n', '\n----\n')),
    'reviews/a.md:8:1 error the front matter that begins at line 1 has no closing ---: this line is "----"; write just three hyphens',
  ],
];

assertMistakes(SYNTAX, 17);

const IN_REVIEWS = 'is not read: the name of a review ends in .md; rename it to';
const COPY = 'a.md; delete it, or rename it to a name that ends in .md';

/** Files that an editor believes to be published, and what is said of them. */
const UNREAD: Readonly<Record<string, string>> = {
  'reviews/new.MD': `${IN_REVIEWS} new.md`,
  'reviews/new.markdown': `${IN_REVIEWS} new.md`,
  'reviews/2026/10/new.txt': `${IN_REVIEWS} new.md`,
  'reviews/new': `${IN_REVIEWS} new.md`,
  'reviews/a.md~': `is not read, as it looks like a copy of ${COPY}`,
  'reviews/a.md.bak': `is not read, as it looks like a copy of ${COPY}`,
  'reviews/Review.docx':
    'is not read: a review is a text file; save its text as Review.md, below the keys',
  'reviews/photo.jpg':
    'is not read: images are not published; delete it, or keep it outside the content folder',
  'technicians.txt': 'is not read: no such content file (did you mean "technicians.yaml"?)',
  'logo.png':
    'is not read: images are not published; delete it, or keep it outside the content folder',
};

for (const [path, message] of Object.entries(UNREAD)) {
  test(`${path} is a warning`, (t) => {
    const { problems, files } = readContent(createContentFolder(t, { [path]: 'x' }));
    assert.deepEqual(files, []);
    assert.deepEqual(problems, [{ severity: 'warning', file: path, line: 1, column: 1, message }]);
  });
}

test('what editors and programs keep beside the content is passed over', (t) => {
  const paths = [
    ...['README.md', 'reviews/README.md', 'reviews/2026/readme.txt', 'LICENSE', '.gitignore'],
    ...['.github/workflows/check.yml', '.gitlab-ci.yml', 'schema/review.schema.json'],
    ...['admin/config.yml', 'admin/index.html', 'Thumbs.db', 'reviews/desktop.ini'],
    ...['reviews/.DS_Store', 'reviews/.a.md.swp', 'reviews/~$review.docx', 'images/a.png'],
  ];
  const folder = createContentFolder(t, Object.fromEntries(paths.map((path) => [path, 'x'])));
  assert.deepEqual(readContent(folder), { files: [], problems: [] });
});
