/** The targets that are asked in every way. */
export const FULLY = [
  '/reviews.json',
  '/feed.xml',
  '/openapi.json',
  '/api/reviews/since/2026-09-01',
  '/api/reviews/search?rating=5&limit=3',
  '/reviews.csv',
  '/reviews/google-ibvumxzl.json',
  '/insights/',
];

/** The others: a file, view, format or answer of each kind. */
export const BRIEFLY = [
  '/insights.json',
  '/api/feed.json',
  '/.well-known/openapi.json',
  '/context.jsonld',
  '/schema/reviews.json',
  '/schema/insights.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/api-catalog',
  '/mcp/server.json',
  '/llms.txt',
  '/robots.txt',
  '/site.webmanifest',
  '/sitemap.xml',
  '/datapackage.json',
  '/og.png',
  '/charts/rating.svg',
  '/charts/replies.csv',
  '/favicon.svg',
  '/reviews.ndjson',
  '/reviews.parquet',
  '/reviews.sqlite',
  '/reviews/google-ibvumxzl.md',
  '/archive/2026/09/feed.xml',
  '/archive/2026/09/feed.json',
  '/feed.xml?rating=1',
  '/api/feed.json?mentions_technician=elena-munoz',
  '/api/reviews/stats?group_by=year',
  '/api/reviews/changes',
  '/api/reviews/search.csv?rating=1',
  '/api/reviews/since/2100-01-01',
  // For the routes: a lookup knows one spelling.
  '/%72eviews.json',
  '/%69nsights/',
  '/reviews%2Ecsv',
  '/reviews/google%2Dibvumxzl%2Emd',
  '/%66eed.xml?rating=1&limit=1',
  '/api/reviews/since/2026%2D11-15',
  '/healthz',
  '/readyz',
];

/** Others of these kinds, such as of five ratings and of four, and addresses that look like theirs. */
export const ONCE = [
  '/archive/2025/12/feed.xml',
  '/archive/feed.xml',
  '/archive/2026/feed.xml',
  '/archive/2026/09/1/feed.xml',
  '/archive/2026/09/2/feed.xml',
  '/archive/2026/09/feed.rss',
  '/reviews/google-ibvumxzl.html',
  '/reviews/google-ibvumxzl.toString',
  '/reviews/GOOGLE-IBVUMXZL.md',
  '/reviews/.md',
  '/robots.txt/',
];

/** Links of llms.txt that no other request follows. */
export const LINKED = [
  '/api/reviews/search?min_rating=4&limit=5',
  '/api/reviews/stats?group_by=year,aspect',
  '/api/reviews/since/2026-01-01',
];

/** Spellings and parameters that mean nothing: the bytes and the tag are those of the plain address. */
export const SAME = [
  '/reviews.json?any',
  '/reviews%2Ejson',
  '/reviews.csv?utm_source=x',
  ...['/feed.xml', '/api/feed.json'].flatMap((feed) =>
    ['?', '?utm_source=x', '?page=2&v=1', '?limit=50', '?sort=newest'].map((query) => feed + query),
  ),
  ...['?', '?utm_source=x', '?a=%ff', '?%00', '?/docs/'].map((query) => `/insights/${query}`),
  ...['/', '?', '/?', '?&'].map((end) => `/api/reviews/since/2026-11-15${end}`),
  '/api/reviews/since/2026%2D11%2d15',
];

/** The first request of each address has a condition, so that the answer is made for it. */
export const COLD: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/reviews/google-g1l3l4ns/', { 'If-None-Match': '*' }],
  ['/reviews/google-v5lbcwiy/', { Range: 'bytes=0-9' }],
  ['/reviews/google-pme19t1p/', { 'If-Match': '"x"' }],
  ['/reviews/google-g1l3l4ns.md', { 'If-None-Match': '*' }],
  ['/reviews/google-v5lbcwiy.md', { 'If-Match': '"x"' }],
  ['/reviews/google-pme19t1p.md', { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' }],
  ['/reviews/google-g1l3l4ns.json', { 'Accept-Encoding': 'br' }],
  ['/api/reviews/search?query=couch', { 'If-None-Match': '*' }],
  ['/api/reviews/search?query=couches', { 'If-Match': '"x"' }],
  ['/api/reviews/stats?query=couch', { 'Accept-Encoding': 'zstd' }],
];
