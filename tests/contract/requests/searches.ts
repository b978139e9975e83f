import { formatCursor, parseCursor } from '#search/changes/changes-cursor.ts';
import type { Transcript } from '../transcript.ts';

const SEARCH = '/api/reviews/search';
const CHANGES = '/api/reviews/changes';

/** Searches; a limit keeps the answers short. */
const SEARCHES = [
  '',
  'limit=1',
  'rating=1',
  'rating=4&limit=2',
  'min_rating=4.5&limit=2',
  'max_rating=1.5&limit=2',
  'since=2026-11-01&limit=2',
  'until=2020-12-31&limit=2',
  'since=2026-11-15&until=2026-11-15',
  'query=phone&limit=2',
  'query=CALLED%20me&limit=2',
  'query=%E2%80%99s%20&limit=1',
  'query=zzzz',
  'query=settlement&sort=relevance&limit=2',
  'mentions_technician=Elena%20Mu%C3%B1oz&limit=1',
  'mentions_technician=elena%20munoz&limit=1',
  'mentions_technician=Attorney%20Mu%C3%B1oz&limit=1',
  'mentions_technician=Elena%20Munos',
  'mentions_technician=David',
  'mentions_technician=Nobody%20Here',
  'mentions_service=divorce',
  'mentions_service=car-accident&limit=1',
  'mentions_service=car-acident',
  'service_area=austin&limit=1',
  'aspect=communication&limit=1',
  'aspect=communication&sentiment=negative&limit=2',
  'sentiment=negative&limit=1',
  'language=es&limit=1',
  'language=*&limit=1',
  'source=google&limit=1',
  'relationship=employee&limit=1',
  'relationship=none&limit=1',
  'has_reply=true&limit=1',
  'has_reply=false&limit=1',
  'sort=oldest&limit=2',
  'sort=highest&limit=2',
  'sort=lowest&limit=2',
  'source=goggle',
  'source=bing&language=fr',
  'language=english',
  'language=xx',
  'query=settlment',
  'query=settlement%20xylophone',
  'query=in&rating=1&limit=1',
  'rating=1&mentions_technician=linh-tran&mentions_service=dog-bite',
  'rating=2&mentions_service=dog-bite',
  'rating=1&has_reply=true&language=es',
  'since=2030-01-01',
  'until=2001-01-01',
  'since=2026-11-10&until=2026-11-10&rating=2',
  'aspect=nothing',
  'aspect=comunication&rating=1',
  'service_area=dallas',
  'query=%20settlement%0A%20calls',
  'rating=5&min_rating=4&query=they&has_reply=true&sort=oldest&limit=1',
];

const STATS = [
  '',
  'group_by=year',
  'group_by=month&since=2026-01-01',
  'group_by=technician',
  'group_by=service',
  'group_by=service_area',
  'group_by=aspect&sentiment=negative',
  'group_by=quarter,sentiment,has_reply',
  'group_by=rating,year',
  'group_by=source,language',
  'rating=1',
  'group_by=aspect&aspect=communication&sentiment=positive',
  'group_by=sentiment&aspect=communication',
  'group_by=relationship,has_reply',
  'source=google&group_by=source',
  'query=zzzz',
  'mentions_technician=Elena%20Munos&group_by=year',
];

/** Feeds of a search: the words of their titles follow from the filters. */
const FEEDS = [
  'query=settlement',
  'min_rating=4&max_rating=4',
  'since=2026-06-01&until=2026-09-30',
  'mentions_service=car-accident&service_area=austin',
  'aspect=communication&sentiment=negative',
  'source=google&language=en',
  'has_reply=true&relationship=none',
  'has_reply=false&relationship=employee',
  'sort=oldest&limit=3',
  'query=zzzz',
  'aspect=communication&utm_source=x&max_rating=2',
  'utm_source=x',
];

/** Values that are nearly right, or hard to repeat. */
const MISTAKEN_VALUES = [
  ...['rating=1e0', 'rating=+5', 'rating=%205', 'rating', 'limit=9999999999999999999'],
  ...['min_rating=Infinity', 'since=2026-10-03T00:00:00Z', 'until=', 'has_reply=True'],
  ...['query=%20', 'query=+%C2%A0%E3%80%80', 'query=%C2%B4', 'query=100%+sure', 'query[]=a'],
  ...['query=%C3%A9%ED%A0%80', 'query=%F0%9F%91%8D+a%7F', 'query=a&query=b&query=c'],
  ...['mentions_technician=+', 'mentions_service', 'mentions_service=a%0Ab'],
  ...[
    'mentions_service=a%00b',
    '%ZZ=1',
    'ratng=5',
    'sort=Newst',
    '__proto__=1',
    'toString=2',
    '=5',
  ],
  // The order of dates is checked beside other mistakes, but only where both dates are valid.
  ...['rating=9', 'rating=x'].map((more) => `since=2026-02-01&until=2026-01-31&${more}`),
  ...['since=2026-02-30&until=2026-01-31', 'since=2026-02-01&until=', 'a&'.repeat(4000)],
];

/** Texts that are nearly a cursor, such as one of another question. */
const CURSORS = [
  ...[
    'null',
    '["2026-10-03","google-ibvumxzl"]',
    '["2026-10-03","google-ibvumxzl", "AAAAAAAAAAA"]',
  ],
  ...['["2026-02-30","a","AAAAAAAAAAA"]', '["2026-10-03","../etc","AAAAAAAAAAA"]'],
  ...['["2026-10-03","google-ibvumxzl","AAAAAAAAAAA"]', '[4.2,"2026-10-03","a","AAAAAAAAAAA"]'],
].map((json) => Buffer.from(json).toString('base64url'));

/** Bad values of each parameter, and what is wrong with the parameters themselves. */
const MISTAKES = [
  `${SEARCH}?rating=6`,
  `${SEARCH}?rating=4.5`,
  `${SEARCH}?rating=five`,
  `${SEARCH}?min_rating=0`,
  `${SEARCH}?min_rating=5.5`,
  `${SEARCH}?min_rating=4&max_rating=3`,
  `${SEARCH}?since=2026-02-30`,
  `${SEARCH}?since=tomorrow`,
  `${SEARCH}?since=2026-02-01&until=2026-01-31`,
  `${SEARCH}?query=`,
  `${SEARCH}?query=${'x'.repeat(201)}`,
  `${SEARCH}?query=%07`,
  `${SEARCH}?query=%zz`,
  `${SEARCH}?query=%CC%81`,
  `${SEARCH}?limit=0`,
  `${SEARCH}?limit=101`,
  `${SEARCH}?limit=ten`,
  `${SEARCH}?limit=1&limit=2`,
  `${SEARCH}?colour=red`,
  `${SEARCH}?min_ratting=4`,
  `${SEARCH}?rating=7&since=x&limit=1000`,
  `${SEARCH}?sort=best`,
  `${SEARCH}?sort=Oldest`,
  `${SEARCH}?sentiment=NEGATIVE`,
  `${SEARCH}?rating=null`,
  `${SEARCH}?sort=relevance`,
  `${SEARCH}?has_reply=yes`,
  `${SEARCH}?relationship=friend`,
  `${SEARCH}?sentiment=good`,
  `${SEARCH}?language=es_MX`,
  `${SEARCH}?after=x`,
  `${SEARCH}?after=`,
  ...CURSORS.map((cursor) => `${SEARCH}?after=${cursor}`),
  `${SEARCH}?query=${'x'.repeat(201)}&query=y`,
  ...MISTAKEN_VALUES.map((query) => `${SEARCH}?${query}`),
  `${SEARCH}.csv?limit=1`,
  '/api/reviews/stats?group_by=week',
  '/api/reviews/stats?group_by=year,month,year',
  '/api/reviews/stats?limit=1',
  '/api/reviews/since/2026-02-30',
  '/api/reviews/since/26-02-03',
  '/api/reviews/since/yesterday',
  '/api/reviews/since/',
  '/api/reviews/since',
  '/api/reviews/since/2026-01-01/x',
  '/api/reviews/since/2026-01-01?limit=1',
  '/api/reviews/since/%C3',
  ...[
    '2026-1-1',
    '0000-01-01',
    '%2525zz',
    '%D9%A2%D9%A0%D9%A2%D9%A6-01-01',
    '2026-%ff',
    '2026%',
  ].map((date) => `/api/reviews/since/${date}`),
  '/api/reviews/since/2026-01-01%00',
  '/api/reviews/since/2026-01-01?until=2026-01-01',
  '/api/reviews/since/2026-01-01?x',
  '/api/reviews/since//api/websub/hub',
  '/api/reviews/changes?after=',
  '/api/reviews/changes?format=xml',
  '/api/reviews/changes?after=x',
  '/api/reviews/changes?format=csv',
  '/api/reviews/changes?since=2026-01-01',
  ...['/', '/reviews/', '/api/reviews/since/', `${SEARCH}?query=`, `${SEARCH}?`].flatMap((start) =>
    ['%', '%z1', '%ff', '%c0%af', '%ed%a0%80', '%f5%80%80%80', '%00', '%0a%0d'].map(
      (rubbish) => start + rubbish,
    ),
  ),
  // The same code wherever the same is wrong.
  ...[
    ...['x=1', 'source=a&source=b', 'language', 'group_by=year,', 'source=%ff', 'aspect=a%0A'],
    ...[`source=${'x'.repeat(201)}`, 'max_rating=+5', 'min_rating=5.5', 'until=2026-02-30'],
    ...['since=2026-02-01&until=2026-01-31', 'min_rating=4&max_rating=3', 'sentiment=good'],
    ...['language=-'],
  ].map((query) => `/api/reviews/stats?${query}`),
  ...[
    ...[
      'source=a&source=b',
      'language=',
      `source=${'x'.repeat(201)}`,
      'rating=-1',
      'until=tomorrow',
    ],
    ...['since=2026-01-01%00', 'sort=newest%0A', 'language=e%00', 'rating=%00', 'rating=9&x=1'],
    ...[`after=${'x'.repeat(201)}`, 'rating=9&limit=0&sinc=x', '%ff=1'],
  ].map((query) => `${SEARCH}?${query}`),
  ...['/api/reviews/changes?format=', '/api/reviews/changes?x=1', '/api/reviews/since/2026%07'],
  ...[
    ...['rating=9', 'limit=51', 'limit=0', 'rating', 'after=nonsense'],
    ...['since=2026-10-02&until=2026-10-01'],
  ].map((query) => `/feed.xml?${query}`),
  '/api/feed.json?colour=red',
  '/api/feed.json?rating=9&since=2026-02-30&utm=x',
  ...['rating=7', 'rows=5', 'since=2026-02-30'].map((query) => `${SEARCH}.csv?${query}`),
];

const SINCE = ['2026-11-15', '2026-11-01', '2100-01-01', '2024-02-30', '2026-10-01'];

/** Questions to the reviews, right and wrong. */
export async function askQuestions(transcript: Transcript): Promise<void> {
  for (const query of SEARCHES) await transcript.ask(`GET ${SEARCH}?${query}`);
  for (const query of STATS) await transcript.ask(`GET /api/reviews/stats?${query}`);
  for (const date of SINCE) await transcript.ask(`GET /api/reviews/since/${date}`);
  for (const query of [
    'rating=2',
    'query=settlement',
    'sort=oldest&until=2020-03-31',
    'query=zzzz',
  ]) {
    await transcript.ask(`GET ${SEARCH}.csv?${query}`);
  }
  for (const query of FEEDS) {
    await transcript.ask(`GET /feed.xml?${query}&limit=1`.replace(/(limit=3)&limit=1/, '$1'));
  }
  await transcript.ask('GET /api/feed.json?rating=1&limit=1');
  for (const target of MISTAKES) await transcript.ask(`GET ${target}`);
  for (const method of ['HEAD', 'POST']) {
    await transcript.ask(`${method} /api/reviews/since/2026-02-30`);
    await transcript.ask(`${method} /feed.xml?rating=2&limit=1`);
  }
  const problem = { Accept: 'application/problem+json' };
  await transcript.ask(`GET ${SEARCH}?rating=7`, { headers: problem });
  await transcript.ask(`GET ${SEARCH}?rating=7`, { headers: { Accept: 'text/html' } });
}

/** Lists that go on, as their own links say, to their ends. */
export async function followLists(transcript: Transcript): Promise<void> {
  for (const query of ['rating=1&limit=2', 'rating=1&sort=highest&limit=2', 'query=fee&limit=4']) {
    await follow(transcript, `${SEARCH}?${query}`);
  }
  await follow(transcript, '/api/reviews/changes');
  await follow(transcript, '/feed.xml?rating=5', 3);
  await follow(transcript, '/api/feed.json?rating=1&limit=3');
  await followChanges(transcript);
}

/** Cursors of the log of changes: a good one in every way, bad ones, and those of no place in it. */
async function followChanges(transcript: Transcript): Promise<void> {
  const { json } = await transcript.ask(`GET ${CHANGES}`, { note: 'its beginning' });
  const good = String(json().next);
  const cursor = parseCursor(good) ?? { id: '', position: 0, time: 0 };
  const asked = `${CHANGES}?after=${good}&format=ndjson`;
  const { headers } = await transcript.ask(`GET ${asked}`);
  const known = { 'If-None-Match': String(headers.etag) };
  await transcript.ask(`GET ${asked}`, { headers: known });
  await transcript.ask(`HEAD ${asked}`);
  await transcript.ask(`POST ${asked}`);
  for (const after of [`${good}x`, `${good}&after=${good}`]) {
    await transcript.ask(`GET ${CHANGES}?after=${after}`);
  }
  for (const [note, other] of Object.entries({
    'of another log': { ...cursor, id: 'ponmlkjihgfedcba' },
    'of the future': { ...cursor, position: cursor.position + 1 },
    'of the same place at another time': { ...cursor, time: cursor.time + 1000 },
  })) {
    await transcript.ask(`GET ${CHANGES}?after=${formatCursor(other)}`, { note });
  }
}

async function follow(transcript: Transcript, target: string, pages = 5): Promise<void> {
  let next: string | undefined = target;
  for (let page = 1; next !== undefined && page <= pages; page++) {
    const { headers, text } = await transcript.ask(`GET ${next}`, { note: `page ${page}` });
    const after = nextIn(String(headers.link)) ?? nextIn(text);
    next = after === next ? undefined : after;
  }
}

/** The target of the next page, as a Link field or a feed names it. */
function nextIn(text: string): string | undefined {
  const [, ofField, ofFeed] =
    /<https:\/\/[^/]+(\/[^>]*)>; rel="next"|<link href="https:\/\/[^/]+(\/[^"]*)" rel="next"/.exec(
      text,
    ) ?? [];
  return ofField ?? ofFeed?.replaceAll('&amp;', '&');
}
