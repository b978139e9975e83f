import type { Transcript } from '../transcript.ts';
import { BRIEFLY, COLD, FULLY, LINKED, ONCE, SAME } from './targets.ts';

/** Preferences of codings that few clients have. */
const PREFERENCES = [
  'br;q=0, zstd;q=0.1, gzip;q=0.2',
  'gzip;q=x, br;q=0.001',
  '*;q=0',
  '*;q=0, identity',
  'identity',
  'GZIP',
  ' , br',
];

const CODINGS = ['br', 'gzip', 'zstd', 'x-gzip', '*', 'identity;q=0, gzip;q=0.5, br;q=0.4', 'lzw'];
const OTHER_TAG = '"of-something-else"';
const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';
const PAST = 'Thu, 01 Jan 2015 00:00:00 GMT';

/** Conditions, ranges, codings and methods of one target (RFC 9110 §12.5.3, §13, §14). */
async function askFully(transcript: Transcript, target: string): Promise<void> {
  const get = `GET ${target}`;
  const { headers } = await transcript.ask(get);
  const etag = String(headers.etag);
  const changed = headers['last-modified'];
  for (const coding of CODINGS) {
    await transcript.ask(get, { headers: { 'Accept-Encoding': coding } });
  }
  const { headers: br } = await transcript.ask(get, { headers: { 'Accept-Encoding': 'br' } });
  const dates: readonly Record<string, string>[] = [
    { 'If-Modified-Since': FUTURE },
    { 'If-Modified-Since': PAST },
    { 'If-Modified-Since': 'tomorrow' },
    { 'If-None-Match': OTHER_TAG, 'If-Modified-Since': FUTURE },
    { 'If-None-Match': etag, 'If-Modified-Since': PAST },
    { 'If-Unmodified-Since': PAST },
    ...(changed === undefined ? [] : [{ 'If-Modified-Since': changed }]),
  ];
  const tags: readonly Record<string, string>[] = [
    { 'If-None-Match': etag },
    { 'If-None-Match': etag, 'Cache-Control': 'no-cache' },
    { 'If-None-Match': `W/${etag}` },
    { 'If-None-Match': `${OTHER_TAG}, ${etag}` },
    { 'If-None-Match': OTHER_TAG },
    { 'If-None-Match': '*' },
    { 'If-None-Match': etag.slice(1, -1) },
    { 'If-None-Match': String(br.etag) },
    { 'If-None-Match': String(br.etag), 'Accept-Encoding': 'br' },
    { 'If-None-Match': etag, 'Accept-Encoding': 'br' },
    { 'If-Match': etag },
    { 'If-Match': '*' },
    { 'If-Match': OTHER_TAG },
    { 'If-Match': etag, 'If-Unmodified-Since': PAST },
    { 'If-Match': OTHER_TAG, 'If-None-Match': etag },
  ];
  const ranges: readonly Record<string, string>[] = [
    { Range: 'bytes=0-9' },
    { Range: 'bytes=-10' },
    { Range: 'bytes=5-' },
    { Range: 'bytes=0-9', 'Accept-Encoding': 'br' },
    { Range: 'bytes=999999999-' },
    { Range: 'bytes=0-1,4-5' },
    { Range: 'lines=1-2' },
    { Range: 'bytes=0-9', 'If-Range': etag },
    { Range: 'bytes=0-9', 'If-Range': OTHER_TAG },
    { Range: 'bytes=0-9', 'If-Range': `W/${etag}` },
    { Range: 'bytes=0-9', 'If-Range': String(br.etag) },
    { Range: 'bytes=0-9', 'If-Range': PAST },
    { Range: 'bytes=0-9', 'If-Range': FUTURE },
    { Range: 'bytes=0-9', 'If-None-Match': etag },
    ...(changed === undefined ? [] : [{ Range: 'bytes=0-9', 'If-Range': changed }]),
  ];
  for (const conditions of [...tags, ...dates, ...ranges]) {
    await transcript.ask(get, { headers: conditions });
  }
  await transcript.ask(`HEAD ${target}`);
  await transcript.ask(`HEAD ${target}`, { headers: { 'Accept-Encoding': 'br' } });
  await transcript.ask(`HEAD ${target}`, { headers: { 'If-None-Match': etag } });
  await transcript.ask(`HEAD ${target}`, { headers: { Range: 'bytes=0-9' } });
  const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' };
  await transcript.ask(`OPTIONS ${target}`, { headers: preflight });
  for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
    await transcript.ask(`${method} ${target}`);
  }
  const problem = { Accept: 'text/html, Application/Problem+JSON;q=0.9' };
  await transcript.ask(`DELETE ${target}`, { headers: problem });
  for (const conditions of [{ 'If-Match': OTHER_TAG }, { Range: 'bytes=999999999-' }]) {
    await transcript.ask(get, { headers: { ...problem, ...conditions } });
  }
}

async function askBriefly(transcript: Transcript, target: string): Promise<void> {
  const { headers } = await transcript.ask(`GET ${target}`);
  const { headers: coded } = await transcript.ask(`GET ${target}`, {
    headers: { 'Accept-Encoding': 'gzip' },
  });
  for (const etag of new Set([headers.etag, coded.etag])) {
    if (etag !== undefined) {
      await transcript.ask(`GET ${target}`, { headers: { 'If-None-Match': etag } });
    }
  }
  await transcript.ask(`HEAD ${target}`);
  await transcript.ask(`POST ${target}`);
}

/** Files and answers to GET, asked for in every way that HTTP has. */
export async function askForFiles(transcript: Transcript): Promise<void> {
  for (const target of FULLY) await askFully(transcript, target);
  for (const target of BRIEFLY) await askBriefly(transcript, target);
  for (const target of ONCE) await transcript.ask(`GET ${target}`);
  for (const target of SAME) await transcript.ask(`GET ${target}`);
  for (const [target, headers] of COLD) await transcript.ask(`GET ${target}`, { headers });
  for (const target of LINKED) await transcript.ask(`HEAD ${target}`);
  for (const limit of [50, 51]) await transcript.ask(`HEAD /api/reviews/search?limit=${limit}`);
  for (const target of ['/healthz', '/readyz', '/nothing', '/%ff']) {
    await transcript.ask(`OPTIONS ${target}`);
  }
  for (const Authorization of ['Bearer wrong', 'Basic eDp5', 'x']) {
    await transcript.ask('GET /reviews.json', { headers: { Authorization } });
  }
  for (const preference of PREFERENCES) {
    await transcript.ask('GET /llms.txt', { headers: { 'Accept-Encoding': preference } });
  }
}
