import { HUB_PATH } from '#artifacts/catalog.ts';
import type { Received, Subscriber } from '../../support/subscriber.ts';
import type { Transcript } from '../transcript.ts';
import { asForm, type Fields, formOf, POST, sendForms, TOPIC } from './hub-forms.ts';

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
  await discover(transcript);
  await transcript.ask(`GET ${HUB_PATH}`);
  await transcript.ask(`GET ${HUB_PATH}`, { headers: { Accept: 'text/html' } });
  await transcript.ask(`HEAD ${HUB_PATH}`);
  await transcript.ask(`OPTIONS ${HUB_PATH}`, { headers: { Origin: 'https://app.example' } });
  await transcript.ask(`PUT ${HUB_PATH}`);
  await transcript.ask(`GET ${HUB_PATH}/`);
  await transcript.ask(`GET ${HUB_PATH}?hub.mode=subscribe`);
  await transcript.ask(`GET ${HUB_PATH}?`.padEnd(8_194, 'x'));
  await askForPair(transcript, callback);
  await sendForms(transcript, callback);
  await subscribe(transcript, subscriber);
}

/** A pair, and what is wrong with a question for one. */
async function askForPair(transcript: Transcript, callback: string): Promise<void> {
  const pair = new URLSearchParams({ 'hub.topic': TOPIC, 'hub.callback': callback });
  await transcript.ask(`GET ${HUB_PATH}?${pair}`);
  await transcript.ask(`HEAD ${HUB_PATH}?${pair}`);
  for (const query of [
    `hub.callback=${encodeURIComponent(callback)}`,
    `${pair}&hub.callback=x`,
    `${pair}&x=%zz`,
    `${pair}${'&x='.repeat(50)}`,
    `hub.topic=${TOPIC}?&hub.callback=https://10.0.0.1/`,
    'hub.topic=&hub.callback=https://subscriber.example/%23x',
  ]) {
    await transcript.ask(`GET ${HUB_PATH}?${query}`);
  }
}

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
    await transcript.ask(`GET ${HUB_PATH}?${query}`, { note });
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
  await transcript.ask(`GET ${HUB_PATH}`, { note: 'one is active' });
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
