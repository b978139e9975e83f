const SEARCH = '/api/reviews/search';
const LONG = 'x'.repeat(201);

/** Values that are nearly right, or hard to repeat. */
const MISTAKEN_VALUES = [
  ...`rating=1e0 rating=+5 rating=%205 rating limit=9999999999999999999 min_rating=Infinity
    since=2026-10-03T00:00:00Z until= has_reply=True query=%20 query=+%C2%A0%E3%80%80 query=%C2%B4
    query=100%+sure query[]=a query=%C3%A9%ED%A0%80 query=%F0%9F%91%8D+a%7F query=a&query=b&query=c
    mentions_technician=+ mentions_service mentions_service=a%0Ab mentions_service=a%00b %ZZ=1
    ratng=5 sort=Newst __proto__=1 toString=2 =5`.split(/\s+/),
  // The order of dates is checked beside other mistakes, but only where both dates are valid.
  'since=2026-02-01&until=2026-01-31&rating=9',
  'since=2026-02-01&until=2026-01-31&rating=x',
  'since=2026-02-30&until=2026-01-31',
  'since=2026-02-01&until=',
  'a&'.repeat(4000),
];

/** Texts that are nearly a cursor, such as one of another question. */
const CURSORS = [
  'null',
  '["2026-10-03","google-ibvumxzl"]',
  '["2026-10-03","google-ibvumxzl", "AAAAAAAAAAA"]',
  '["2026-02-30","a","AAAAAAAAAAA"]',
  '["2026-10-03","../etc","AAAAAAAAAAA"]',
  '["2026-10-03","google-ibvumxzl","AAAAAAAAAAA"]',
  '[4.2,"2026-10-03","a","AAAAAAAAAAA"]',
].map((json) => Buffer.from(json).toString('base64url'));

/** Bad values of each parameter, and what is wrong with the parameters themselves. */
export const MISTAKES = [
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
  `${SEARCH}?query=${LONG}`,
  `${SEARCH}?query=%07`,
  `${SEARCH}?query=%zz`,
  `${SEARCH}?query=%CC%81`,
  ...['', '+', '%3F%21', '%22%22', '%07', LONG, 'a&words=b', 'fee&sort=best'].map(
    (words) => `${SEARCH}?words=${words}`,
  ),
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
  `${SEARCH}?query=${LONG}&query=y`,
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
  ...'2026-1-1 0000-01-01 %2525zz %D9%A2%D9%A0%D9%A2%D9%A6-01-01 2026-%ff 2026%'
    .split(' ')
    .map((date) => `/api/reviews/since/${date}`),
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
  // One code for one mistake, wherever it is made.
  ...`x=1 source=a&source=b language group_by=year, source=%ff aspect=a%0A source=${LONG}
    max_rating=+5 min_rating=5.5 until=2026-02-30 since=2026-02-01&until=2026-01-31
    min_rating=4&max_rating=3 sentiment=good language=-`
    .split(/\s+/)
    .map((query) => `/api/reviews/stats?${query}`),
  ...`source=a&source=b language= source=${LONG} rating=-1 until=tomorrow since=2026-01-01%00
    sort=newest%0A language=e%00 rating=%00 rating=9&x=1 after=${LONG} rating=9&limit=0&sinc=x %ff=1`
    .split(/\s+/)
    .map((query) => `${SEARCH}?${query}`),
  '/api/reviews/changes?format=',
  '/api/reviews/changes?x=1',
  '/api/reviews/since/2026%07',
  ...'rating=9 limit=51 limit=0 rating after=nonsense since=2026-10-02&until=2026-10-01'
    .split(' ')
    .map((query) => `/feed.xml?${query}`),
  '/api/feed.json?colour=red',
  '/api/feed.json?rating=9&since=2026-02-30&utm=x',
  '/feed.xml?words=%3F',
  '/api/reviews/stats?words=%3F',
  `${SEARCH}.csv?words=%3F`,
  `${SEARCH}.csv?rating=7`,
  `${SEARCH}.csv?rows=5`,
  `${SEARCH}.csv?since=2026-02-30`,
];
