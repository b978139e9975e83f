import { gzipSync } from 'node:zlib';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { FORM_TYPE } from '../../support/websub-hub.ts';
import { BASE_URL } from '../scene.ts';
import type { Transcript } from '../transcript.ts';

export const POST = `POST ${HUB_PATH}`;
export const TOPIC = `${BASE_URL}/reviews.json`;

export type Fields = Readonly<Record<string, string | undefined>>;

/** A form, with fields that are changed, or left out where they are undefined. */
export function formOf(fields: Fields): string {
  const all = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, ...fields };
  const given = Object.entries(all).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

/** A request that sends a form. */
export const asForm = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { 'Content-Type': FORM_TYPE, ...headers },
  body,
});

const MISTAKES: Readonly<Record<string, Fields>> = {
  'H3 §5.1.2, part 7: no callback': { 'hub.callback': undefined },
  'a callback over plain HTTP': { 'hub.callback': 'http://subscriber.example/' },
  'a callback that is no URL': { 'hub.callback': 'subscriber' },
  'a callback with a fragment': { 'hub.callback': 'https://subscriber.example/#x' },
  'a callback with a password': { 'hub.callback': 'https://a:b@subscriber.example/' },
  'a callback on a port of another service': { 'hub.callback': 'https://subscriber.example:25/' },
  'a callback of a private network': { 'hub.callback': 'https://10.0.0.1/' },
  'a callback in an alphabet of its own': { 'hub.callback': 'https://bücher.example/ü' },
  'a callback at the service itself': { 'hub.callback': `${BASE_URL}/callback` },
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

/** Sends forms that are wrong, and some that are nearly so. */
export async function sendForms(transcript: Transcript, callback: string): Promise<void> {
  const good = { 'hub.callback': callback };
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
}
