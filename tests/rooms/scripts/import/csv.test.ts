import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, FIXTURES, type Folder } from './run-in-folder.ts';

const PLATFORM = join(FIXTURES, 'platform.csv');

function importCsv(folder: Folder, text: string | Uint8Array, map?: string) {
  const mapArgs = map === undefined ? [] : ['--map', folder.write('map.yaml', map)];
  const source = map?.includes('source:') ? [] : ['--source', 'Elsewhere'];
  return folder.csv(text, ...source, ...mapArgs);
}

test('columns are guessed, printed as a map, and every cell finds its place', async (t) => {
  const folder = createFolder(t);
  const { code, out } = await folder.run(
    ...['--from', 'csv', PLATFORM, '--source', 'Star Place', '--names', 'full'],
  );
  assert.equal(code, 0);
  for (const expected of [
    /id: Review Id\n {2}author: Reviewer Name\n {2}rating: Stars\n {2}date: Created At/,
    /Dropped, because e-mail addresses are never imported: Reviewer Email/,
    /line 6: the date "2026-02-30" does not exist/,
    /line 7: the rating cannot be read \(seven\)/,
    /line 8: has 2 cells, but the header has 11/,
    /added +4\n.*changed +0\n.*unchanged +0\n.*skipped +3\n/,
    /1 x the rating was between half stars .* \(line 5\)/,
    /1 x the reply was omitted, because it has no readable date/,
    /1 x the URL was omitted/,
    /1 x the language was omitted/,
  ]) {
    assert.match(out, expected);
  }
  const { id, source, ...review } = folder.reviewBy('r-1');
  assert.match(id, /^star-place-[0-9a-f]{12}$/);
  assert.deepEqual(review, {
    author: { name: 'Petra Vale' },
    datePublished: '2026-01-02',
    rating: 5,
    name: 'Clear, kind',
    inLanguage: 'en',
    verification: { status: 'pending' },
    relationship: 'none',
    ownerReply: { text: 'Thank you.', datePublished: '2026-01-05' },
    reviewBody: 'They said "call any time".\nAnd meant it.',
  });
  const { digest: _, ...named } = source;
  const url = 'https://reviews.example/r-1';
  assert.deepEqual(named, { name: 'Star Place', id: 'r-1', url });
  assert.equal(folder.reviewBy('r-3').rating, 4.5);
  assert.equal(folder.reviewBy('r-7').author.name, 'Anonymous');
  for (const text of folder.files().values()) assert.doesNotMatch(text, /@example\.com/);
});

type Accepted = {
  readonly what: string;
  readonly text: string | Uint8Array;
  readonly map?: string;
  /** Parts of reviews by the id at their source. */
  readonly reviews?: Readonly<Record<string, object>>;
  readonly out?: readonly RegExp[];
};

const MAP = 'id: id\nauthor: none\nrating: rating\ndate: date\n';
const TEXT_MAP = `${MAP}text: text\n`;
const MIXED = [4, 4, 3, 5, 2, 1, 5, 4, 9].map((rating, n) => `a${n},${rating},2026-01-01\n`);
const tags = Array.from('buy', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
const marks = (count: number) => '\u0301\u0323'.repeat(count);

const ACCEPTED: readonly Accepted[] = [
  {
    what: 'a row that repeats author, date and text is reported',
    text: 'author,rating,date,text\nPetra Vale,5,2026-01-02,Good\npetra vale,5,2026-01-02,GOOD\n',
    out: [/line 3: has the same author, date and text as line 2/],
  },
  {
    what: 'a stated scale is applied, and rows outside it are reported',
    text: 'id,rating,date\na1,9,2026-01-01\na2,7,2026-01-02\na3,11,2026-01-03\na4,1,2026-01-04\n',
    map: `${MAP}ratingScale: 10\n`,
    reviews: { a1: { rating: 4.5 }, a2: { rating: 3.5 }, a4: { rating: 1 } },
    out: [/line 4: the rating 11 is outside the scale 1 to 10/, /1 x the rating was below one/],
  },
  {
    what: 'a few high ratings on a scale of 10 raise the suspicion of two scales',
    text: `id,rating,date\n${MIXED.join('')}`,
    map: `${MAP}ratingScale: 10\n`,
    out: [/8 of its 9 ratings are at most 5: it may mix two scales/],
  },
  {
    what: 'a stated date format decides what is ambiguous',
    text: 'id,rating,date\na1,5,03/04/2026\na2,5,2026-04-03\n',
    map: `${MAP}dateFormat: DD/MM/YYYY\n`,
    reviews: { a1: { datePublished: '2026-04-03' } },
    out: [/line 3: the date "2026-04-03" is not in the form DD\/MM\/YYYY/],
  },
  {
    what: 'a source is a column where one has the name, and its name is cleaned',
    text: 'id,rating,date,site\na1,5,2026-01-01,Av\u202evo\n',
    map: `${MAP}source: site\n`,
    reviews: { a1: { source: 'Avvo' } },
    out: [/1 x characters that turn the reading direction .* \(line 2\)/],
  },
  {
    what: 'lines are counted past quoted line breaks',
    map: TEXT_MAP,
    text: 'id,rating,date,text\r\na1,5,2026-01-01,"one\r\ntwo\r\nthree"\r\n\r\na2,5,2026-13-01,bad\r\n',
    out: [/line 6: the date "2026-13-01" does not exist/],
  },
  {
    what: 'a sep= line is understood',
    map: MAP,
    text: 'sep=|\nid|rating|date\nt2|5|2026-01-01\n',
    reviews: { t2: {} },
  },
  {
    what: 'what hides or turns text is taken out of every cell, and the report says of which rows',
    text: [
      '\ufeffid\u200b,author,rating,date,title,text,reply,replyDate,url',
      `a\u200b1,\u202eEvil Bob,5,2026-01-01,G\u2060ood,Fi${tags.join('')}ne.,Than\u2069ks,2026-01-02,https://x.example/\u200ba`,
      `a2,Jane Doe,5,2026-01-01,Good,Z${marks(40)},,,`,
      'a3,Jane Roe,5,2026-01-01,Good,خدمة\u200f ممتازة,,,',
      '',
    ].join('\n'),
    reviews: {
      a1: {
        ...{ author: 'Evil B.', name: 'Good', reviewBody: 'Fine.' },
        ...{ ownerReply: 'Thanks', url: 'https://x.example/a' },
      },
      a2: { reviewBody: `Z${marks(15)}` },
      a3: { reviewBody: 'خدمة\u200f ممتازة' },
    },
    out: [
      /1 x characters that turn the reading direction \(.*\) were removed \(line 2\)/,
      /1 x tag characters \(.*\) outside emoji flags were removed \(line 2\)/,
      /1 x invisible characters \(.*\) were removed \(line 2\)/,
      /1 x more than 30 combining marks in a row were cut to 30 \(line 3\)/,
    ],
  },
  {
    // The import runs at noon of 2026-10-06.
    what: 'a row dated later than tomorrow is skipped with the reason',
    map: `${TEXT_MAP}reply: reply\nreplyDate: replyDate\n`,
    text: 'id,rating,date,text,reply,replyDate\na1,5,2026-10-07,Good,,\na2,5,2026-10-08,Good,,\na3,5,2026-10-01,Good,Thanks,2062-10-02\n',
    reviews: { a1: {} },
    out: [
      /line 3: its date 2026-10-08 is later than tomorrow, 2026-10-07; check the time zone and the date format/,
      /line 4: its date 2062-10-02 is later than tomorrow/,
      /skipped +2\n/,
    ],
  },
  ...(
    [
      ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
      ['UTF-16 LE with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['UTF-16 LE without a mark', (text: string) => Buffer.from(text, 'utf16le')],
      ['UTF-16 BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ] as const
  ).map(([encoding, encode]) => ({
    what: `${encoding}, semicolons and CRLF are read`,
    map: TEXT_MAP,
    text: encode(
      'id;rating;date;text\r\na1;4,5;2026-01-02;"Gut – sehr\r\ngut; ja"\r\na2;3;2026-01-03;😀\r\n',
    ),
    reviews: { a1: { reviewBody: 'Gut – sehr\ngut; ja', rating: 4.5 }, a2: { reviewBody: '😀' } },
  })),
];

for (const { what, text, map, reviews = {}, out: expected = [] } of ACCEPTED) {
  test(what, async (t) => {
    const folder = createFolder(t);
    const { code, out } = await importCsv(folder, text, map);
    assert.equal(code, 0, out);
    for (const [id, parts] of Object.entries(reviews)) {
      const { author, source, ownerReply, ...review } = folder.reviewBy(id);
      const flat = { ...review, url: source.url, source: source.name };
      const found = { ...flat, author: author.name, ownerReply: ownerReply?.text };
      assert.partialDeepStrictEqual(found, parts);
    }
    for (const each of expected) assert.match(out, each);
  });
}

const STARS = 'stars,date\n5,2026-01-01\n';
for (const { what, text, map, message } of [
  {
    what: 'a map that names an e-mail column',
    text: 'E-Mail,stars,date\na@b.example,5,2026-01-01\n',
    map: 'author: E-Mail\nrating: stars\ndate: date\n',
    message: /e-mail addresses are never imported/,
  },
  {
    what: 'ratings above 5 without a stated scale',
    text: 'author,rating,date\na,4,2026-01-01\nb,9,2026-01-02\n',
    message: /has 1 ratings above 5 \(up to 9, first at line 3\).*ratingScale: 5, 10 or 100/,
  },
  {
    what: 'a map with an unknown column, where one is near',
    text: STARS,
    map: 'rating: star\ndate: date\n',
    message:
      /names the column "star", which the file does not have; did you mean "stars"\? The columns are stars, date\.$/m,
  },
  {
    what: 'a map with an unknown key',
    text: STARS,
    map: 'ratng: stars\ndate: date\n',
    message: /map\.yaml:1:1 error ratng: is not a known key \(did you mean "rating"\?\)/,
  },
]) {
  test(`${what} is refused with what to do`, async (t) => {
    const folder = createFolder(t);
    const { code, errors } = await importCsv(folder, text, map);
    assert.equal(code, 1);
    assert.match(errors, message);
    assert.equal(folder.files().size, 1);
  });
}

test('without ids an import is still idempotent, and its ids do not depend on the name policy', async (t) => {
  const folder = createFolder(t);
  const rows = 'Petra Vale,5,2026-01-02,Good\nOlaf Tarn,1,2026-01-02,Bad\n';
  const text = `author,rating,date,text\n${rows}`;
  await importCsv(folder, text);
  const before = folder.files();
  const { out } = await importCsv(folder, text);
  assert.match(out, /unchanged +2\n/);
  assert.deepEqual(folder.files(), before);
  const idsOf = () => folder.load().reviews.map(({ id }) => id);
  const ids = idsOf();
  await folder.csv(text, '--source', 'Elsewhere', '--names', 'full');
  assert.deepEqual(idsOf(), ids);
});

test('the ids of rows without one never change', async (t) => {
  const folder = createFolder(t);
  await folder.csv(
    'Reviewer,Stars,Review Created (UTC),Review,Reply\r\nPetra Vale,5,2026-01-02 01:30:00,"Good, ""very""\r\nso",x\r\nŁukasz Wójcik,4,2026-01-03T04:00:00Z,Fine 😊,\r\na@b.example,3,"March 4, 2026",,\r\n',
    ...['--source', 'Place'],
  );
  assert.deepEqual(
    folder
      .load()
      .reviews.map(({ id }) => id)
      .sort(),
    ['place-89255f46725e', 'place-975989850f72', 'place-9f17bab3df86'],
  );
});

test('a source that nobody named is remarked on', async (t) => {
  const folder = createFolder(t);
  const { out } = await folder.csv('author,rating,date\nJane Doe,5,2026-01-01\n');
  assert.match(out, /No source is named for 1 review, so/);
});

test('a cell of blanks takes no longer than its length', { timeout: 20_000 }, async (t) => {
  const folder = createFolder(t);
  const blanks = ' '.repeat(200_000);
  const { out } = await importCsv(
    folder,
    `id,author,rating,date,text\na1,${'a@'.repeat(100_000)},5${blanks}x,2026-01-01,Good\na2,x,5,2026-01-01,Good${blanks}(Original)\n`,
  );
  assert.match(out, /line 2: the rating cannot be read/);
});
