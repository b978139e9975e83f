import type { Transcript } from '../transcript.ts';
import { MISTAKES } from './mistakes.ts';

const SEARCH = '/api/reviews/search';

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
  'query=did+anybody+lose',
  'words=Did%20anybody%20lose%3F&limit=2',
  'words=ELENA+munoz+calling&limit=2',
  'words=%22called%20me%22+lawyer&limit=2',
  'words=o%27brien',
  'words=did+they&limit=1',
  'words=fees&sort=newest&limit=1',
  'words=fees&sort=oldest&limit=1',
  'words=fees&sort=highest&limit=1',
  'words=fees&sort=lowest&limit=1',
  'words=fee&query=the%20fee&max_rating=3&limit=1',
  'words=zzzz',
  'words=zzzz&rating=1',
  'words=lose&aspect=comunication',
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
  'has_text=true&limit=1',
  'has_text=false&limit=1',
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
  'words=fees+zeppelin',
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
  'group_by=has_text&rating=5',
  'source=google&group_by=source',
  'query=zzzz',
  'words=lose+trial',
  'words=zzzz+lose&rating=1&group_by=year',
  'words=zzzz',
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
  'words=settlement+statement',
  'words=settlement&sort=newest',
  'words=zzzz',
  'aspect=communication&utm_source=x&max_rating=2',
  'utm_source=x',
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
    'words=lose',
    'words=lose&sort=oldest',
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
