import type { Transcript } from '../transcript.ts';

/** A page of each kind, by what is special about it. */
const PAGES: Readonly<Record<string, string>> = {
  '/': 'home',
  '/reviews/': 'all reviews',
  '/reviews/?rating=5': 'one filter, so that it may be indexed',
  '/reviews/?aspect=communication&sentiment=positive&utm_source=mail': 'an aspect and its side',
  '/reviews/?rating=5&query=called': 'filters, and the words that were searched for',
  '/reviews/?words=truck+accident+denied': 'no review has all of the words',
  '/reviews/?words=fee+%22the+fee%22&sort=newest': 'words and a phrase, the newest first',
  '/reviews/?words=zzzz': 'no review has any of the words',
  '/reviews/?words=%3F%21': 'no word',
  '/reviews/?sort=oldest&has_text=true&page=2': 'the second page',
  '/reviews/?rating=1&page=99': 'a page behind the last',
  '/reviews/?mentions_technician=Elena+Munos&rating=1': 'nothing is found',
  '/reviews/?rating=nine&colour=red': 'mistakes in the address',
  '/reviews/?sort=oldest&has_reply=true': 'sorted',
  '/reviews/?query=car+crash&min_rating=2&max_rating=4&mentions_service=car+wreck&mentions_technician=attorney+munoz&service_area=AUSTIN&aspect=communication&sentiment=negative&source=GOOGLE&since=2025-01-01&until=2025-06-30&language=es-MX&has_reply=true&relationship=employee&sort=lowest':
    'every filter, in other spellings',
  '/reviews/?min_rating=4.5&max_rating=4.5&sentiment=mixed&since=2025-01-01&until=2025-12-31&language=*&has_reply=false':
    'a year, half a star, and a side of any aspect',
  '/reviews/?source=gogle&language=es-MX&rating=1': 'a source and a language that no review has',
  '/reviews/?query=zzzz&after=abc&since=2026-02-30&min_rating=4&max_rating=2&aspect=a&aspect=b&foo=1':
    'more mistakes in the address',
  '/reviews/?query=zzzz&since=2026-02-02&until=2026-02-01&%ff=1': 'a period that ends too soon',
  '/insights/': 'insights',
  '/methodology/': 'the method',
  '/charts/': 'all charts',
  '/charts/rating/': 'a chart',
  '/people/elena-munoz/': 'a person',
  '/services/car-accident/': 'a service',
  '/places/round-rock/': 'a place',
  '/aspects/communication/': 'an aspect',
  '/archive/': 'all years',
  '/archive/2026/': 'a year',
  '/archive/2026/09/': 'a month',
  '/feeds/': 'feeds',
  '/websub/': 'the hub',
  '/agents/': 'agents',
  '/docs/': 'documentation',
  '/docs/data/': 'documentation of the data',
  '/docs/errors/': 'the codes of errors',
  '/reviews/google-ibvumxzl/': 'a review',
  '/reviews/direct-6mol9lx1/': 'a long review with a reply',
  '/reviews/google-c7q5rgvl/': 'a review in Arabic',
  '/reviews/google-dke8h4nq/': 'a rating without a text',
  '/reviews/direct-kmmq35ul/': 'a review by an employee',
  '/reviews/direct-2naqqhoj/': 'markup in its text',
};

/** Addresses that lead elsewhere, and those where nothing is published. */
const OTHERS = [
  '/reviews',
  '/reviews/index.html',
  '/reviews?rating=5',
  '/people/elena-munoz',
  '/docs/index.html',
  '/%72eviews/',
  '//reviews/',
  '/reviews/../reviews.json',
  'https://reviews.example/robots.txt',
  '/reviews?',
  '/reviews/google-ibvumxzl',
  '/reviews/google-x7m2kd0q',
  '/REVIEWS.JSON',
  '/reviews.json/',
  '/reviews.jso',
  '/no-such-page/',
  '/people/nobody/',
  '/archive/1999/',
  '/archive/2026/13/',
  '/api/reviews/nothing',
  '/.well-known/nothing',
  '/.env',
  '/reviews/google-x7m2kd0q/',
  '/reviews/google-x7m2kd0q.json',
  '/reviews/google-x7m2kd0q.md',
  '/reviews/never-published.json',
  '/%zz',
  '/x%7F',
  `/${'x'.repeat(9_000)}`,
];

/** Addresses that are close to those of pages. */
const NO_PAGES =
  `// //feeds/ //feeds /feeds// /../ /%2e%2e/ /feeds/.. /\\evil.example /feeds/%2e%2e/agents/
  /reviews//google-ibvumxzl/ /reviews/*/ /reviews/%2e%2e/feeds/ /reviews/google-ibvumxzl/..%2f
  /reviews/GOOGLE-IBVUMXZL/ /_image?href=/etc/passwd /_server-islands/x /404 /500/ /Reviews/
  /api/feed /healthz/ /reviews.xlsx /API/reviews/search /api/reviews/search/ /api/websub
  /api/websub/Hub /api/websub/hub//`.split(/\s+/);

const LEADING =
  `/feeds /feeds?a=b&c=%20 /feeds/index.html /index.html /%66eeds /reviews?query=caf%C3%A9&rating=5
  /reviews/index.html?rating=5 /archive/2026/09`.split(/\s+/);

/** Preferences of a client at the page of a review, which some of them lead to its Markdown. */
const PREFERENCES = [
  'TEXT/Markdown; charset=UTF-8',
  'text/markdown, text/html',
  'text/markdown, */*',
  'text/markdown;q=0.5, text/html;q=0.5',
  'text/html;q=0.9, text/markdown',
  'text/markdown;q=0.1',
  'text/markdown;q=0.5, text/plain',
  // The more particular range decides (RFC 9110 §12.5.1).
  'text/markdown;q=0.5, text/html;q=0.4, */*',
  'text/markdown;q=0.5, text/*;q=0.3, */*;q=0.9',
  'text/html, text/markdown;q=0.9',
  'text/markdown;q=0.5, */*',
  'text/markdown;q=0.5, text/*;q=0.8',
  'text/markdown;q=0',
  'text/markdown;q=x',
  'text/markdownx',
  'text/*',
  '*/*',
  '',
];

/** Where a preference for Markdown changes nothing, but for the media type of an error. */
const NOT_LEADING = `/ /reviews.json /docs/ /reviews/google-ibvumxzl /reviews/never-published/
  /reviews/google-ibvumxzl.md /reviews/google-x7m2kd0q/ /reviews/google%2Dibvumxzl/`.split(/\s+/);

const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Pages of every kind, as browsers and programs ask for them. */
export async function askForPages(transcript: Transcript): Promise<void> {
  for (const [path, note] of Object.entries(PAGES)) {
    const { headers } = await transcript.ask(`GET ${path}`, { headers: HTML, note });
    await transcript.ask(`GET ${path}`, {
      headers: { ...HTML, 'If-None-Match': String(headers.etag) },
    });
    await transcript.ask(`GET ${path}`, { headers: { ...HTML, 'Accept-Encoding': 'br, gzip' } });
  }
  await transcript.ask('HEAD /');
  await transcript.ask('POST /');
  await transcript.ask('GET /reviews/google-ibvumxzl/', { headers: { Accept: 'text/markdown' } });
  await transcript.ask('HEAD /reviews/google-ibvumxzl/', { headers: { Accept: 'text/markdown' } });
  await transcript.ask('GET /reviews/google-ibvumxzl/', {
    headers: { Accept: 'application/json' },
  });
  for (const Accept of PREFERENCES) {
    await transcript.ask('GET /reviews/google-ibvumxzl/', { headers: { Accept } });
  }
  for (const target of NOT_LEADING) {
    await transcript.ask(`GET ${target}`, { headers: { Accept: 'text/markdown' } });
  }
}

/** Addresses at which there is no page: as a person and as a program asks. */
export async function askElsewhere(transcript: Transcript): Promise<void> {
  for (const target of OTHERS) {
    await transcript.ask(`GET ${target}`, { headers: HTML });
    await transcript.ask(`GET ${target}`);
  }
  for (const target of [...NO_PAGES, ...LEADING]) await transcript.ask(`GET ${target}`);
  await transcript.ask('GET /404.html', { headers: HTML });
  await transcript.ask('HEAD /no-such-page/', { headers: HTML });
  for (const target of ['/reviews/google-x7m2kd0q/', '/reviews/google-x7m2kd0q']) {
    await transcript.ask(`HEAD ${target}`, { headers: HTML });
    await transcript.ask(`POST ${target}`);
  }
  await transcript.ask('POST /api/websub/Hub');
  await transcript.ask('GET /reviews/google-x7m2kd0q/', {
    headers: { Accept: 'application/problem+json' },
  });
  await transcript.ask('GET /.well-known/nothing', {
    headers: { Accept: 'application/problem+json' },
  });
  for (const method of ['TRACE', 'PATCH', 'BREW']) await transcript.ask(`${method} /`);
}
