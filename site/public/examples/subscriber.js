// A complete WebSub subscriber: a file stays the same as a topic, by what the hub sends.
// It needs Node.js 20.19 or later and nothing else. Choose a path that is hard to guess:
//   TOPIC=https://reviews.example/feed.xml CALLBACK_URL=https://me.example/push/5b0c1f7e \
//   FILE=feed.xml PORT=8080 node subscriber.js
// The callback must be HTTPS: let a proxy do that, or give TLS_CERT and TLS_KEY (PEM files).
// Stopped, it stays subscribed, and goes on when it is started again; --unsubscribe leaves.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { argv, env, exit } from 'node:process';

const { TOPIC, CALLBACK_URL, FILE = 'topic.copy', PORT = '8080', TLS_CERT, TLS_KEY } = env;
if (!TOPIC || !CALLBACK_URL) throw new Error('Set TOPIC and CALLBACK_URL, as told above.');
const MODE = argv.includes('--unsubscribe') ? 'unsubscribe' : 'subscribe';
const MAX_BYTES = 64 * 1024 * 1024;
const TRY_AGAIN_MS = 10 * 60 * 1000;
const HUB_MS = 2000; // Until the hub, which has our answer, sends every change.
const LAST_MS = 75 * 1000; // Until a hub that has not got our answer has asked again.

const log = (text) => console.log(new Date().toISOString(), text.trim());
const secret = randomBytes(32).toString('hex');
let asked; // What the hub was asked for, and until when it may ask back: nothing else is agreed to.
let stored = 0; // How often the copy was written.
let timer;

const tls = TLS_CERT && { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) };
(tls ? https.createServer(tls, answer) : http.createServer(answer)).listen(PORT, ask);

/** Asks the hub. Whatever goes wrong, or never comes, is tried again later. */
function ask() {
  askIn(TRY_AGAIN_MS);
  return attempt(async () => {
    const { hub, self } = await copy();
    asked = { mode: MODE, topic: self, until: Date.now() + TRY_AGAIN_MS };
    const form = { 'hub.mode': MODE, 'hub.topic': self, 'hub.callback': CALLBACK_URL };
    const wishes = { 'hub.secret': secret, 'hub.lease_seconds': '864000' };
    const body = new URLSearchParams({ ...form, ...wishes });
    const response = await fetch(hub, { method: 'POST', body });
    log(`the hub answers ${response.status} to ${MODE}: ${await response.text()}`);
  });
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    log(`the hub cannot be asked: ${error.cause?.message ?? error.message}`);
    askIn(TRY_AGAIN_MS);
  }
}

/** Fetches the topic. Its Link header names the hub, and itself as the hub knows it. */
async function copy() {
  const before = stored;
  const response = await fetch(TOPIC, { cache: 'no-store' });
  const links = response.headers.get('link');
  const [hub, self] = ['hub', 'self'].map((relation) => {
    const link = new RegExp(`<([^>]*)>[^<]*rel="?${relation}\\b`).exec(links);
    if (!response.ok || !link) throw new Error(`${TOPIC} (${response.status}): no ${relation}`);
    return new URL(link[1], response.url).href;
  });
  const content = Buffer.from(await response.arrayBuffer());
  if (stored > before)
    log('the hub was quicker'); // What it sent is newer.
  else if (MODE === 'subscribe') store(content);
  return { hub, self };
}

async function answer(request, response) {
  try {
    const { pathname, searchParams } = new URL(request.url, CALLBACK_URL);
    if (pathname !== new URL(CALLBACK_URL).pathname) response.writeHead(404).end();
    else if (request.method === 'GET') verify(searchParams, response);
    else await receive(request, response);
  } catch (error) {
    log(`a request fails: ${error.message}`);
    response.writeHead(500).end();
  }
}

/** The hub asks whether it was us who asked: again where it has not got our answer. */
function verify(query, response) {
  const [mode, topic] = [query.get('hub.mode'), query.get('hub.topic')];
  if (mode === 'denied') {
    log(`the hub refuses or ends it: ${JSON.stringify(query.get('hub.reason'))}`);
    askIn(TRY_AGAIN_MS);
    response.writeHead(204).end();
  } else if (mode === asked?.mode && topic === asked.topic && Date.now() < asked.until) {
    if (MODE === 'subscribe') {
      log(`subscribed for ${query.get('hub.lease_seconds')} s`);
      askIn(query.get('hub.lease_seconds') * 1000 * 0.8);
      setTimeout(() => attempt(copy), HUB_MS); // What changed until then is not sent.
    } else {
      log(`left: this ends in ${LAST_MS / 1000} s, unless the hub asks again`);
      clearTimeout(timer);
      timer = setTimeout(exit, LAST_MS);
    }
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end(query.get('hub.challenge'));
  } else response.writeHead(404).end();
}

/** The hub sends the whole topic. Whoever forges a signature gets the same answer. */
async function receive(request, response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (isSigned(body, request.headers['x-hub-signature'])) store(body);
  else log('ignored: the signature is missing or wrong');
  response.writeHead(204).end();
}

function isSigned(body, header = '') {
  const [method, signature = ''] = header.split('=');
  if (!['sha256', 'sha384', 'sha512'].includes(method)) return false;
  const expected = createHmac(method, secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** A reader of the file sees the old copy or the new one, never a half. */
function store(content) {
  writeFileSync(`${FILE}.new`, content);
  renameSync(`${FILE}.new`, FILE);
  stored++;
  log(`${content.length} bytes are in ${FILE}`);
}

function askIn(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, Math.min(ms, 2 ** 31 - 1)); // Longer waits would end at once.
}
