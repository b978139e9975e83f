import { gzipSync } from 'node:zlib';
import { HUB_PATH } from '#artifacts/catalog.ts';
import type { Received, Subscriber } from '../../support/subscriber.ts';
import { BASE_URL } from '../scene.ts';
import type { Transcript } from '../transcript.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const POST = `POST ${HUB_PATH}`;
const TOPIC = `${BASE_URL}/reviews.json`;

type Fields = Readonly<Record<string, string | undefined>>;

/** The form of a request, with fields that are changed, or left out where they are undefined. */
function formOf(fields: Fields): string {
  const all = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, ...fields };
  const given = Object.entries(all).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

const asForm = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { 'Content-Type': FORM_TYPE, ...headers },
  body,
});

/** Writes down a request that the subscriber got. */
export async function writeReceived(transcript: Transcript, received: Received): Promise<void> {
  const { method, url, headers, body } = received;
  const names = 'content-type link user-agent x-hub-signature content-encoding etag'.split(' ');
  const sent = names.flatMap((name) => (name in headers ? [`${name}: ${headers[name]}`] : []));
  const bytes =
    body.length === 0
      ? []
      : ['', await transcript.describeBody(String(headers['content-type']), body, url)];
  transcript.write(`the subscriber gets ${method} ${url}`, [...sent, ...bytes].join('\n'));
}

/** How a subscriber finds the hub and the topic (WebSub §4), whatever it accepts and asks for. */
async function discover(transcript: Transcript): Promise<void> {
  for (const topic of ['/reviews.json', '/api/feed.json', '/feed.xml']) {
    for (const coding of ['identity', 'br', 'gzip', 'zstd']) {
      const asked = { 'Accept-Encoding': coding };
      const note = 'P1 §4, P2 §4: links to the hub and itself';
      const { headers } = await transcript.ask(`GET ${topic}`, { headers: asked, note });
      const again = { ...asked, 'If-None-Match': String(headers.etag) };
      await transcript.ask(`GET ${topic}`, { headers: again, note });
      await transcript.ask(`HEAD ${topic}`, { headers: again, note });
    }
    for (const Accept of ['application/json', 'text/html', '*/*;q=0']) {
      await transcript.ask(`GET ${topic}`, {
        headers: { Accept, 'Accept-Language': 'de' },
        note: 'P5 §4.1: one representation',
      });
    }
  }
  await transcript.ask('GET /feed.xml', { note: 'P3 §4: links inside' });
  for (const page of ['/', '/feeds/', '/websub/']) {
    await transcript.ask(`GET ${page}`, { note: 'P4 §4: links of pages to feeds' });
  }
  const other = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
  await transcript.ask('HEAD /feed.xml', { headers: other, note: '§4.6: a host of others' });
}

/** Forms of the hub, what it asks of callbacks, and what it says of itself and of subscriptions. */
export async function askHub(transcript: Transcript, subscriber: Subscriber): Promise<void> {
  const callback = subscriber.callback('/callback?id=1');
  const good: Fields = { 'hub.callback': callback };
  await discover(transcript);
  await transcript.ask(`GET ${HUB_PATH}`);
  await transcript.ask(`GET ${HUB_PATH}`, { headers: { Accept: 'text/html' } });
  await transcript.ask(`GET ${HUB_PATH}`, { headers: { Accept: 'text/plain' } });
  await transcript.ask(`HEAD ${HUB_PATH}`);
  await transcript.ask(`OPTIONS ${HUB_PATH}`, { headers: { Origin: 'https://app.example' } });
  await transcript.ask(`PUT ${HUB_PATH}`);
  await transcript.ask(`${POST}/`, asForm(formOf(good)));
  await transcript.ask(`GET ${HUB_PATH}/?hub.topic=x&y=%2F`);
  await transcript.ask(`HEAD ${HUB_PATH}/`);
  await transcript.ask(`PUT ${HUB_PATH}/`);
  await transcript.ask(`GET ${HUB_PATH}?hub.mode=subscribe`);
  await transcript.ask(`GET ${HUB_PATH}?`.padEnd(8_194, 'x'));
  await askForTypes(transcript, callback);
  for (const [note, fields] of Object.entries(MISTAKES)) {
    await transcript.ask(POST, { ...asForm(formOf({ ...good, ...fields })), note });
  }
  await transcript.ask(POST, { ...asForm(''), note: 'nothing' });
  for (const end of ENDS) {
    await transcript.ask(POST, { ...asForm(`${formOf(good)}&${end}`), note: `ends with ${end}` });
  }
  await transcript.ask(POST, {
    ...asForm(`${formOf(good)}&x=`.padEnd(8_193, 'x')),
    note: 'too long',
  });
  for (const [type, body] of [
    ['application/json', JSON.stringify(good)],
    ['text/plain', formOf(good)],
    ['multipart/form-data; boundary=x', '--x--'],
    ['', ''],
    [`${FORM_TYPE}x`, ''],
    [`${FORM_TYPE}, ${FORM_TYPE}`, ''],
    [`${FORM_TYPE}; charset=iso-8859-1`, ''],
    [FORM_TYPE.toUpperCase(), ''],
    [`${FORM_TYPE} ; Charset="UTF-8"`, ''],
    [`${FORM_TYPE}; foo=bar`, ''],
  ] as const) {
    await transcript.ask(POST, { headers: { 'Content-Type': type }, body });
  }
  const zipped = gzipSync('').subarray(0, 4);
  for (const coding of ['gzip', 'identity, x']) {
    await transcript.ask(POST, asForm(zipped, { 'Content-Encoding': coding }));
  }
  await transcript.ask(POST, { body: formOf(good), note: 'no type' });
  await transcript.ask(POST, asForm('x', { Accept: 'application/problem+json' }));
  await transcript.ask(`${POST}?${formOf(good)}&x=%ff`, {
    headers: { 'Content-Type': 'text/plain' },
    body: '',
  });
  await transcript.ask(`${POST}?${formOf({ 'hub.callback': 'https://x.example/' })}`, asForm(''));
  await subscribe(transcript, subscriber);
}

/** The status and a pair, in the type that is preferred; what is wrong is text in any case. */
async function askForTypes(transcript: Transcript, callback: string): Promise<void> {
  const pair = new URLSearchParams({ 'hub.topic': TOPIC, 'hub.callback': callback });
  for (const Accept of [
    'text/plain;q=0.9, application/json',
    'text/*',
    'TEXT/PLAIN, */*;q=0.1',
    'application/json;q=0.5, text/plain',
    'application/json, text/plain, */*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'image/png',
    '',
  ]) {
    for (const target of [HUB_PATH, `${HUB_PATH}?${pair}`]) {
      await transcript.ask(`GET ${target}`, { headers: { Accept } });
    }
  }
  const headers = { Accept: 'application/json' };
  await transcript.ask(`HEAD ${HUB_PATH}?${pair}`, { headers });
  for (const query of [
    `hub.callback=${encodeURIComponent(callback)}`,
    `${pair}&hub.callback=x`,
    `${pair}&x=%zz`,
    `${pair}${'&x='.repeat(50)}`,
    `hub.topic=${TOPIC}?&hub.callback=https://10.0.0.1/`,
    'hub.topic=&hub.callback=https://subscriber.example/%23x',
  ]) {
    await transcript.ask(`GET ${HUB_PATH}?${query}`, { headers });
  }
}

const MISTAKES: Readonly<Record<string, Fields>> = {
  'H3 §5.1.2, part 7: no callback': { 'hub.callback': undefined },
  'a callback over plain HTTP': { 'hub.callback': 'http://subscriber.example/' },
  'a callback that is no URL': { 'hub.callback': 'subscriber' },
  'a callback with a fragment': { 'hub.callback': 'https://subscriber.example/#x' },
  'a callback with a password': { 'hub.callback': 'https://a:b@subscriber.example/' },
  'a callback on a port of another service': { 'hub.callback': 'https://subscriber.example:25/' },
  'a callback of a private network': { 'hub.callback': 'https://10.0.0.1/' },
  'no mode': { 'hub.mode': undefined },
  'another mode': { 'hub.mode': 'publish' },
  'no topic': { 'hub.topic': undefined },
  'a topic of another origin': { 'hub.topic': 'https://other.example/reviews.json' },
  'a path that is no topic': { 'hub.topic': `${BASE_URL}/insights.json` },
  'a lease that is no number': { 'hub.lease_seconds': 'ten' },
  'a lease below zero': { 'hub.lease_seconds': '-1' },
  'a secret that is too long': { 'hub.secret': 'x'.repeat(200) },
  'a secret that is too long in UTF-8': { 'hub.secret': 'é'.repeat(100) },
  'a secret with NUL': { 'hub.secret': 'a\0b' },
  'a token that is too long': { 'hub.verify_token': 'x'.repeat(200) },
  'a token with NUL': { 'hub.verify_token': '\0' },
  'a mode in capitals': { 'hub.mode': 'SUBSCRIBE' },
  'a mode with a blank': { 'hub.mode': 'subscribe ' },
  'all fields empty': { 'hub.mode': '', 'hub.topic': '', 'hub.callback': '' },
};

/** Ends that spoil a good form. */
const ENDS = [
  ...['mode=subscribe', 'mode=', 'topic=x', 'callback=x', 'lease_seconds=9', 'secret=y'].map(
    (field) => `hub.lease_seconds=60&hub.secret=x&hub.${field}`,
  ),
  ...['x=%ff', '%ff=x', 'x=%ED%A0%80', 'x=%', 'x='.padEnd(3 * 48, '&x=')],
];

/** A subscription from its request to its end, and one that the callback declines. */
async function subscribe(transcript: Transcript, subscriber: Subscriber): Promise<void> {
  let seen = subscriber.received.length;
  const post = async (note: string, fields: Fields, headers = {}) => {
    await transcript.ask(POST, { ...asForm(formOf(fields), headers), note });
    const received = await subscriber.waitFor(seen + 1);
    for (const one of received.slice(seen)) await writeReceived(transcript, one);
    seen = received.length;
  };
  const pair = async (callback: string, note: string) => {
    const query = new URLSearchParams({ 'hub.topic': TOPIC, 'hub.callback': callback });
    await transcript.settled(`${HUB_PATH}?${query}`);
    for (const Accept of ['application/json', 'text/html']) {
      await transcript.ask(`GET ${HUB_PATH}?${query}`, { headers: { Accept }, note });
    }
  };
  const callback = subscriber.callback('/callback?id=1');
  const lease = { 'hub.lease_seconds': '5', 'hub.secret': 'secret' };
  await pair(callback, 'unknown');
  await post('accepted, the shortest lease', { 'hub.callback': callback, ...lease });
  await pair(callback, 'active');
  await post('accepted again', { 'hub.callback': callback, 'hub.lease_seconds': '99999999' });
  await pair(callback, 'active, renewed');
  const longest = 8_192 - formOf({ 'hub.callback': callback, x: '' }).length;
  await post(
    'as long as a form may be, and not compressed',
    { 'hub.callback': callback, x: 'x'.repeat(longest) },
    { 'Content-Encoding': 'Identity' },
  );
  await transcript.settled(
    `${HUB_PATH}?${new URLSearchParams({ 'hub.topic': TOPIC, 'hub.callback': callback })}`,
  );
  for (const Accept of ['application/json', 'text/plain']) {
    await transcript.ask(`GET ${HUB_PATH}`, { headers: { Accept }, note: 'one is active' });
  }
  subscriber.behave(() => ({ status: 404 }));
  await post('declined by the callback', { 'hub.callback': subscriber.callback('/declined') });
  await pair(subscriber.callback('/declined'), 'declined');
  subscriber.behave(() => ({ status: 200, body: 'another challenge' }));
  await post('a wrong challenge', { 'hub.callback': subscriber.callback('/wrong') });
  await pair(subscriber.callback('/wrong'), 'a wrong challenge');
  subscriber.behave(() => undefined);
  await post('the end', { 'hub.callback': callback, 'hub.mode': 'unsubscribe' });
  await pair(callback, 'ended');
  await transcript.ask(`GET ${HUB_PATH}?hub.topic=${TOPIC}`, { note: 'no callback' });
  await transcript.ask(`GET ${HUB_PATH}?hub.topic=x&hub.callback=http://x.example/`);
}
