import { ask } from '../../support/ask.ts';
import { BUSINESS } from '../../support/content-files.ts';
import { replaceFiles, saveFiles } from '../../support/content-folder.ts';
import { statelessHeaders, statelessMessage } from '../../support/mcp-client.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { AWKWARD_FILES } from '../awkward-content.ts';
import type { Scene } from '../scene.ts';
import type { Transcript } from '../transcript.ts';
import { createAsking } from './mcp/agents.ts';

/** Addresses of a business that says as little of itself as possible. */
const OF_NOTHING = [
  '/reviews.json',
  '/insights.json',
  '/feed.xml',
  '/api/feed.json',
  '/openapi.json',
  '/llms.txt',
  '/reviews.parquet',
  '/reviews.sqlite',
  '/datapackage.json',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/mcp/server-card.json',
  '/.well-known/ai-catalog.json',
  '/mcp/server.json',
  '/og.png',
  '/api/reviews/search',
  '/api/reviews/stats?group_by=year',
  '/',
  '/reviews/',
  '/insights/',
  '/archive/',
  '/feeds/',
  '/agents/',
  // Gone, which caches may keep; the last never was there, which they may not.
  '/reviews/google-g1l3l4ns/',
  '/reviews/google-g1l3l4ns.md',
  '/archive/2026/09/feed.xml',
  '/archive/2026',
  '/archive/2023/',
];

/** Addresses of one that says everything, in Spanish, with texts full of markup. */
const OF_MUCH = [
  '/reviews.json',
  '/insights.json',
  '/feed.xml',
  '/api/feed.json',
  '/llms.txt',
  '/reviews.parquet',
  '/reviews.sqlite',
  '/datapackage.json',
  '/sitemap.xml',
  '/site.webmanifest',
  '/.well-known/mcp/server-card.json',
  '/reviews.csv',
  '/og.png',
  '/archive/2026/10/feed.xml',
  '/api/reviews/search?rating=1',
  '/reviews/awkward-0.md',
  '/reviews/awkward-4.md',
  '/reviews/awkward-8.md',
  '/reviews/everything.md',
  '/reviews/rating-only.md',
  '/',
  '/reviews/?sort=oldest',
  '/reviews/?rating=5&query=%3Cb%3E&aspect=staff&since=2026-09-01',
  '/reviews/?mentions_technician=Maria+Lopes&rating=six',
  '/reviews/awkward-0/',
  '/reviews/everything/',
  '/reviews/rating-only/',
  '/reviews/gone-1/',
  '/people/maria-lopez/',
  '/people/wei-zhang/',
  '/insights/',
  '/feeds/',
  '/agents/',
  '/docs/data/',
];

/** The tools of both, whose descriptions and answers have examples only where there are some. */
const TOOLS = ['get_business', 'search_reviews', 'get_insights', 'get_review_stats'];

const HTML = { Accept: 'text/html' };

/** Another business in the same place: before it has any reviews, and with reviews that are hard to write down. */
export async function askAnother(
  transcript: Transcript,
  { url, contentDir, edit }: Scene,
): Promise<void> {
  const get = async (target: string) =>
    await transcript.ask(`GET ${target}`, /\/(?:$|\?)/.test(target) ? { headers: HTML } : {});
  const post = createAsking(transcript);
  const useTools = async () => {
    const tell = (note: string, method: string, params = {}) =>
      post(note, statelessMessage(method, params), statelessHeaders(method, params));
    await tell('tools/list', 'tools/list');
    for (const name of TOOLS) await tell(name, 'tools/call', { name, arguments: {} });
  };
  const published = (what: string, part: string) =>
    waitUntil(what, async () => (await ask(url, '/reviews.json')).text.includes(part));
  edit(() => replaceFiles(contentDir, { 'business.yaml': BUSINESS }));
  await published('the other business is published', '"count":0');
  transcript.write('the content of another business takes its place', BUSINESS);
  for (const target of OF_NOTHING) await get(target);
  await useTools();
  edit(() => saveFiles(contentDir, AWKWARD_FILES));
  await published('its reviews are published', 'rating-only');
  transcript.write('an editor adds all that can be said, and reviews', '');
  for (const target of OF_MUCH) await get(target);
  await useTools();
}
