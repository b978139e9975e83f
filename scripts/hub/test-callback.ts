import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import {
  type AnsweredWithBody,
  isSuccess,
  judgeChallenge,
} from '../../sidecar/hub/callback/callback-answer.ts';
import { parseCallback } from '../../sidecar/hub/callback/callback-url.ts';
import { faultOf, type Unreached } from '../../sidecar/hub/callback/fault.ts';
import { MAX_ANSWER_BYTES } from '../../sidecar/hub/hub-settings.ts';
import type { Active } from '../../sidecar/hub/store/rows.ts';
import {
  createNotificationHeaders,
  createVerificationParameters,
} from '../../sidecar/hub/work/requests.ts';
import type { Outcome } from '../command.ts';
import { countOf } from '../printed-text.ts';
import type { HubCall } from './hub.ts';
import { filterOf, topicNamed, unknownTo } from './row-filter.ts';
import { faultWords, formatTime, topicName } from './row-words.ts';
import type { Trial } from './trial.ts';

/** The target of a trial: the fields of a subscription, or of a possible one. */
type Target = Pick<Active, 'topic' | 'secret' | 'expiresAt'>;

/** One trial of one callback. */
type Run = HubCall & Trial & { readonly callback: string };

const FEED = '/feed.xml';
const LABEL_WIDTH = 6;

/**
 * Takes the hub's steps with a subscriber, and prints the outcome of each. Changes nothing in the
 * store. Its exit code is 0 if the callback did everything that a subscriber must do.
 */
export async function testCallback(call: HubCall): Promise<Outcome> {
  const filter = filterOf(call);
  const rows = await call.store.list(filter);
  const callback = 'callback' in filter ? filter.callback : rows[0]?.callback;
  if (callback === undefined) throw unknownTo(call);
  const run: Run = { ...call, ...call.createTrial(call.config), callback };
  try {
    if (!(await reach(run))) return { exitCode: 1, lines: [] };
    const held: Target[] = rows.filter((row) => row.state === 'active');
    const targets = held.length > 0 ? held : [inventTarget(run)];
    let exitCode = 0;
    for (const target of targets) {
      if (!(await verify(run, target, held.length > 0))) exitCode = 1;
      if (!(await notify(run, target))) exitCode = 1;
    }
    return { exitCode, lines: [] };
  } finally {
    await run.client.close();
  }
}

/** Prints a step and its outcome. */
function say({ print }: Run, step: string, words: string): void {
  print(`${step.padEnd(LABEL_WIDTH)}${words}`);
}

/** From the URL to TLS. Resolves to true if each step succeeded. */
async function reach(run: Run): Promise<boolean> {
  const { callback, rules, client } = run;
  const url = parseCallback(callback, rules);
  if ('problem' in url) {
    say(run, 'URL', `refused: ${url.problem}`);
    return false;
  }
  say(run, 'URL', 'acceptable');
  if (isIP(url.host) === 0) say(run, 'Name', await describeName(url.host, run));
  const found = await client.probe(callback);
  if (found.kind === 'unreached') {
    if (found.fault === 'tls') say(run, 'TCP', 'connected');
    say(run, found.fault === 'tls' ? 'TLS' : 'TCP', `failed: ${faultWords(faultOf(found))}`);
    return false;
  }
  const { tcpMs, tlsMs, protocol, validTo } = found;
  const until = validTo === undefined ? '' : `, certificate valid until ${formatTime(validTo)} UTC`;
  say(run, 'TCP', `connected (${Math.round(tcpMs)} ms)`);
  say(run, 'TLS', `${protocol}${until} (${Math.round(tlsMs)} ms)`);
  return true;
}

async function describeName(host: string, { resolve, rules }: Trial): Promise<string> {
  // The probe gives the reason.
  const addresses = await resolve(host).catch(() => []);
  const judged = addresses.map(
    ({ address }) => `${address} (${rules.isAllowed(address) ? 'allowed' : 'not allowed'})`,
  );
  return `${host}: ${judged.join(', ') || 'no address'}`;
}

/** Returns the values that a subscription would get. */
function inventTarget(run: Run): Target {
  const { now, config, baseUrl, flags } = run;
  const secret = flags.secret ?? randomBytes(16).toString('hex');
  const topic = topicNamed(flags.topic ?? FEED, baseUrl);
  const tried = `${topicName(topic, baseUrl)} is tried with the secret ${secret}`;
  say(run, 'Hub', `no subscription exists, and none is created: ${tried}`);
  return { topic, secret, expiresAt: now + config.hub.lease.default * 1000 };
}

/** Asks as the hub does before it subscribes a callback (WebSub §5.3). */
async function verify(run: Run, target: Target, isSubscribed: boolean): Promise<boolean> {
  const { callback, now, baseUrl, client } = run;
  const { topic, expiresAt } = target;
  const challenge = randomBytes(32).toString('base64url');
  // A subscriber may note the rest of its lease: this renews nothing.
  const leaseSeconds = Math.max(1, Math.ceil((expiresAt - now) / 1000));
  const parameters = createVerificationParameters({
    ...{ mode: 'subscribe', topicAsGiven: topic, leaseSeconds, challenge },
    verifyToken: undefined,
  });
  const startedAt = performance.now();
  const answer = await client.get(callback, parameters, { maxBytes: MAX_ANSWER_BYTES });
  const fault = judgeVerification(answer, challenge);
  const words = fault ? faultWords(fault) : 'it agreed by answering with the challenge alone';
  say(run, 'GET', `verification for ${topicName(topic, baseUrl)} ${since(startedAt)}: ${words}`);
  if (!isSubscribed && fault?.status === 404) {
    say(run, '', 'this is the right answer if it has not just asked for this topic');
  }
  return fault === undefined;
}

function judgeVerification(answer: AnsweredWithBody | Unreached, challenge: string) {
  if (answer.kind === 'unreached' || !isSuccess(answer)) return faultOf(answer);
  const code = judgeChallenge(answer.body, challenge);
  return code && ({ kind: 'challenge', status: answer.status, code } as const);
}

function since(startedAt: number): string {
  return `(${Math.round(performance.now() - startedAt)} ms)`;
}

/** Sends a delivery (WebSub §7). */
async function notify(run: Run, { topic, ...held }: Target): Promise<boolean> {
  const { callback, config, baseUrl, flags, client, topics } = run;
  const secret = flags.secret ?? held.secret;
  const name = topicName(topic, baseUrl);
  const content = topics.find((one) => one.topic === topic);
  if (!content) {
    say(run, 'POST', `${name}: nothing was sent, as no release on disk contains this topic`);
    return false;
  }
  const algorithm = config.hub.signatureAlgorithm;
  const facts = { ...content, hubUrl: baseUrl + HUB_PATH, secret, algorithm };
  const headers = createNotificationHeaders(facts, content.body);
  const startedAt = performance.now();
  const answer = await client.post(callback, headers, content.body);
  const isWell = answer.kind === 'answered' && isSuccess(answer);
  const words = isWell ? `${answer.status}, acknowledged` : faultWords(faultOf(answer));
  const signed = secret === undefined ? 'not signed' : 'signed';
  const sent = `${countOf(lengthOf(content.body), 'byte')}, ${signed}`;
  say(run, 'POST', `${name}, ${sent} ${since(startedAt)}: ${words}`);
  return isWell;
}
