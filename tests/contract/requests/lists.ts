import type { Transcript } from '../transcript.ts';

const SEARCH = '/api/reviews/search';
const CHANGES = '/api/reviews/changes';

/** Lists that go on, as their own links say, to their ends. */
export async function followLists(transcript: Transcript): Promise<void> {
  for (const query of [
    'rating=1&limit=2',
    'rating=1&sort=highest&limit=2',
    'query=fee&limit=4',
    'words=fee&limit=4',
    'words=fee&sort=lowest&limit=4',
  ]) {
    await follow(transcript, `${SEARCH}?${query}`);
  }
  const { json } = await transcript.ask(`GET ${SEARCH}?words=fee&limit=1`);
  const after = String(json().next);
  for (const query of ['words=fee&sort=newest', 'words=fees', 'query=fee']) {
    await transcript.ask(`GET ${SEARCH}?${query}&after=${after}`);
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
  const [position, seconds, id] = Buffer.from(good, 'base64url').toString().split('.');
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
    'of another log': [position, seconds, 'ponmlkjihgfedcba'],
    'of the future': [Number(position) + 1, seconds, id],
    'of the same place at another time': [position, Number(seconds) + 1, id],
  })) {
    const after = Buffer.from(other.join('.')).toString('base64url');
    await transcript.ask(`GET ${CHANGES}?after=${after}`, { note });
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
