import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { ask } from '../../support/ask.ts';
import { type EventStream, listen, message, openSessionStream } from '../../support/mcp-client.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { BASE_URL, type Scene } from '../scene.ts';
import type { Transcript } from '../transcript.ts';
import { writeReceived } from './hub.ts';
import { beginSession, createAsking } from './mcp/agents.ts';

const EDITED = 'google-ibvumxzl';
const TAKEN_DOWN = 'google-8k8wmjnm';
const fileOf = (date: string, id: string) =>
  `reviews/${date.replace(/^(\d+)-(\d+)-\d+$/, '$1/$2')}/${date}-${id}.md`;

/** Targets whose tag an edit changes, and others. */
const TARGETS = [
  '/reviews.json',
  '/insights.json',
  '/api/feed.json',
  '/feed.xml',
  '/openapi.json',
  '/context.jsonld',
  `/reviews/${EDITED}/`,
  `/reviews/${EDITED}.json`,
  `/reviews/${TAKEN_DOWN}/`,
  `/reviews/${TAKEN_DOWN}.json`,
  '/reviews/google-kt5hjx96/',
  '/api/reviews/search?rating=5&limit=3',
  '/api/reviews/search?rating=1&limit=1',
  '/api/reviews/since/2026-11-10',
  '/api/reviews/since/2026-11-15',
  '/api/reviews/since/2026-11-20',
  '/api/reviews/since/2026-12-01',
  '/api/reviews/stats?rating=1',
  '/api/reviews/search.csv?query=couch',
  '/feed.xml?query=couch',
];

const EDITED_URI = `${BASE_URL}/reviews/${EDITED}.json`;

const TOPICS = ['/reviews.json', '/api/feed.json', '/feed.xml'];

/** An edit and a takedown, as readers, mirrors and subscribers see them. */
export async function watchEdits(
  transcript: Transcript,
  { url, contentDir, edit, subscriber }: Scene,
): Promise<void> {
  const tags = new Map<string, string>();
  for (const target of TARGETS) {
    const { headers } = await transcript.ask(`GET ${target}`);
    tags.set(target, String(headers.etag));
  }
  const { json } = await transcript.ask('GET /api/reviews/changes');
  for (const topic of TOPICS) {
    const form = {
      'hub.mode': 'subscribe',
      'hub.topic': BASE_URL + topic,
      'hub.callback': subscriber.callback(topic),
      'hub.secret': 'secret',
    };
    await transcript.ask(`POST ${HUB_PATH}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    await transcript.settled(`${HUB_PATH}?${new URLSearchParams(form)}`);
  }
  const agents = await listenAsAgents(transcript, url);
  const edited = join(contentDir, fileOf('2026-11-15', EDITED));
  const longer = `${readFileSync(edited, 'utf8').trimEnd()} Not yet, anyway.\n`;
  edit(() => writeFileSync(edited, longer));
  transcript.write('an editor adds three words to a review', '');
  for (const [name, stream] of Object.entries(agents)) {
    await stream.says('notifications/resources/updated');
    stream.close();
    const { date: _, ...headers } = stream.headers;
    const lines = Object.entries(headers).map(([field, value]) => `${field}: ${value}`);
    // A machine that is slow gets comments that keep the connection.
    const heard = stream.text().replaceAll(': keepalive\n\n', '');
    const said = [stream.status, ...lines.sort(), '', heard].join('\n');
    transcript.write(`an agent that listens ${name} hears`, said);
  }
  const tombstones = join(contentDir, 'removed.yaml');
  const tombstone = `- id: ${TAKEN_DOWN}\n  dateRemoved: 2026-11-30\n  reason: personal-data\n`;
  edit(() => {
    appendFileSync(tombstones, tombstone);
    rmSync(join(contentDir, fileOf('2026-11-09', TAKEN_DOWN)));
  });
  await waitUntil('the takedown is published', async () => {
    const { status } = await ask(url, `/reviews/${TAKEN_DOWN}.json`);
    return status === 410;
  });
  transcript.write('an editor takes a review down', tombstone);
  for (const [target, etag] of tags) {
    await transcript.ask(`GET ${target}`, { headers: { 'If-None-Match': etag } });
  }
  await transcript.ask(`GET /reviews/${TAKEN_DOWN}/`, { headers: { Accept: 'text/html' } });
  await transcript.ask(`GET /api/reviews/changes?after=${json().next}`);
  await transcript.ask(`GET /api/reviews/changes?after=${json().next}&format=ndjson`);
  for (const topic of TOPICS) {
    const { body } = await transcript.ask(`GET ${topic}`);
    const [received] = await subscriber.waitFor(
      1,
      (one) => one.method === 'POST' && one.url === topic && one.body.equals(body),
    );
    if (received) await writeReceived(transcript, received);
  }
}

/** Streams of both eras of MCP on which a change of the review is heard. */
async function listenAsAgents(
  transcript: Transcript,
  url: string,
): Promise<Readonly<Record<string, EventStream>>> {
  const session = await beginSession(transcript, '2025-11-25');
  const subscribe = message('resources/subscribe', { uri: EDITED_URI });
  await createAsking(transcript, session)('resources/subscribe', subscribe);
  const inSession = await openSessionStream(url, session['Mcp-Session-Id'], { origin: BASE_URL });
  const withoutSession = await listen(url, [EDITED_URI], { origin: BASE_URL });
  await withoutSession.says('acknowledged');
  return { 'in a session': inSession, 'without a session': withoutSession };
}
