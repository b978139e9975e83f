import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import {
  type Answered,
  isSuccess,
  judgeChallenge,
} from '../../sidecar/hub/callback/callback-answer.ts';
import type { CallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { type CallbackRules, parseCallback } from '../../sidecar/hub/callback/callback-url.ts';
import type { Unreached } from '../../sidecar/hub/callback/fault.ts';
import type { ResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import { MAX_ANSWER_BYTES, MAX_SECRET_BYTES } from '../../sidecar/hub/hub-settings.ts';
import { createNotificationHeaders } from '../../sidecar/hub/work/notification.ts';
import { createVerificationParameters } from '../../sidecar/hub/work/verification.ts';
import type { Outcome } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { Hub, HubCall } from './hub.ts';
import type { TopicContent } from './stored.ts';
import { countOf, faultWords, formatTime, isExpired, topicName, topicNamed } from './words.ts';

/** What a trial works with. */
export type Trial = {
  readonly client: CallbackClient;
  readonly rules: CallbackRules;
  readonly resolve: ResolveName;
  /** What was last published; empty where nothing was. */
  readonly topics: readonly TopicContent[];
  readonly monotonic: () => number;
};

/** What is asked and sent: what a subscription has, or what one could have. */
type Target = {
  readonly topic: string;
  readonly secret: string | undefined;
  readonly leaseSeconds: number;
};

/** One trial of one callback. */
type Run = Hub &
  Trial & {
    readonly callback: string;
    readonly flags: HubCall['flags'];
    /** Prints a step and what came of it. */
    readonly say: (step: string, words: string) => void;
  };

const FEED = '/feed.xml';
const LABEL_WIDTH = 6;

/**
 * Does what the hub does with a subscriber, step by step, and prints what comes of each. Changes
 * nothing in the store. Its exit code is 0 where the callback did all that a subscriber has to.
 */
export async function testCallback(
  hub: Hub,
  { argument: callback, flags }: HubCall,
  trial: Trial,
): Promise<Outcome> {
  if (Buffer.byteLength(flags.secret ?? '') > MAX_SECRET_BYTES) {
    throw new UsageError(`--secret must have at most ${MAX_SECRET_BYTES} bytes.`);
  }
  const say: Run['say'] = (step, words) => hub.print(`${step.padEnd(LABEL_WIDTH)}${words}`);
  const run: Run = { ...hub, ...trial, callback, flags, say };
  try {
    const host = await reach(run);
    if (host === undefined) return { exitCode: 1, lines: [] };
    const blocked = (await hub.store.listBlocked()).find(
      (one) => host === one.host || host.endsWith(`.${one.host}`),
    );
    if (blocked) say('Hub', `${blocked.host} is blocked: what it asks for is refused`);
    const { isSubscribed, targets } = await findTargets(run);
    let isWell = blocked === undefined;
    for (const target of targets) {
      const agrees = await verify(run, target, isSubscribed);
      const acknowledges = await notify(run, target);
      isWell &&= agrees && acknowledges;
    }
    const hubUrl = hub.baseUrl + HUB_PATH;
    const lines = isSubscribed
      ? []
      : [`This subscribed it to nothing: that takes a request of its own to ${hubUrl}.`];
    return { exitCode: isWell ? 0 : 1, lines };
  } finally {
    await trial.client.close();
  }
}

/** From the URL to TLS. Resolves to the host, or to undefined where one of the steps failed. */
async function reach(run: Run): Promise<string | undefined> {
  const { callback, rules, client, say } = run;
  const url = parseCallback(callback, rules);
  if ('problem' in url) {
    say('URL', `refused: ${url.problem}`);
    return undefined;
  }
  say('URL', 'acceptable');
  if (!(await findName(url.host, run))) return undefined;
  const found = await client.probe(callback);
  if (found.kind === 'unreached') {
    if (found.fault === 'tls') say('TCP', 'connected');
    say(found.fault === 'tls' ? 'TLS' : 'TCP', `failed: ${faultWords(found)}`);
    return undefined;
  }
  const { tcpMs, tlsMs, protocol, validTo } = found;
  const until = validTo === undefined ? '' : `, certificate valid until ${formatTime(validTo)} UTC`;
  say('TCP', `connected ${inTime(tcpMs)}`);
  say('TLS', `${protocol}${until} ${inTime(tlsMs)}`);
  return url.host;
}

function inTime(ms: number): string {
  return `(${Math.round(ms)} ms)`;
}

async function findName(host: string, { rules, resolve, monotonic, say }: Run): Promise<boolean> {
  if (isIP(host) !== 0) {
    say('Name', 'none: the URL has an address, which callbacks may have');
    return true;
  }
  const startedAt = monotonic();
  try {
    const addresses = (await resolve(host)).map(({ address }) => address);
    const ms = monotonic() - startedAt;
    const judged = addresses.map(
      (address) => `${address} ${rules.isAllowed(address) ? '(allowed)' : '(not allowed)'}`,
    );
    const isWell = addresses.length > 0 && addresses.every(rules.isAllowed);
    say('Name', `${host} is ${judged.join(', ') || 'no address'} ${inTime(ms)}`);
    if (!isWell) say('', 'nothing is sent: every address of a name must be allowed');
    return isWell;
  } catch (error) {
    say('Name', `${host} cannot be resolved: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** What the callback is subscribed to, of one topic if one is named; else that topic or a feed. */
async function findTargets({ store, now, config, baseUrl, callback, flags, say }: Run) {
  const { secret } = flags;
  const wanted = flags.topic === undefined ? undefined : topicNamed(flags.topic, baseUrl);
  const subscriptions = await store.listSubscriptions({
    callback,
    ...(wanted && { topic: wanted }),
  });
  const fresh = { leaseSeconds: config.hub.lease.default };
  if (subscriptions.length > 0) {
    const expired = subscriptions.filter((one) => isExpired(one, now)).length;
    const over = expired > 0 ? `, ${expired} with a lease that has ended` : '';
    say('Hub', countOf(subscriptions.length, 'subscription') + over);
    const targets = subscriptions.map((one): Target => {
      const { topic, expiresAt } = one;
      // A subscriber may note what is left: this renews nothing.
      const left = { leaseSeconds: Math.ceil((expiresAt - now) / 1000) };
      return { topic, secret: secret ?? one.secret, ...(isExpired(one, now) ? fresh : left) };
    });
    return { isSubscribed: true, targets };
  }
  const signed = secret ?? randomBytes(16).toString('hex');
  const target: Target = { topic: wanted ?? baseUrl + FEED, secret: signed, ...fresh };
  const what = wanted === undefined ? '' : ` to ${topicName(wanted, baseUrl)}`;
  say('Hub', `no subscription${what}; what is sent is signed with the secret ${signed}`);
  return { isSubscribed: false, targets: [target] };
}

/** Asks as the hub does before it subscribes a callback (WebSub §5.3). */
async function verify(run: Run, target: Target, isSubscribed: boolean): Promise<boolean> {
  const { callback, baseUrl, client, monotonic, say } = run;
  const { topic, leaseSeconds } = target;
  const challenge = randomBytes(32).toString('base64url');
  const startedAt = monotonic();
  const answer = await client.get(
    callback,
    createVerificationParameters({
      ...{ mode: 'subscribe', topicAsGiven: topic, leaseSeconds, challenge },
      verifyToken: undefined,
    }),
    { maxBytes: MAX_ANSWER_BYTES },
  );
  const ms = monotonic() - startedAt;
  const report = (words: string) =>
    say('GET', `verification for ${topicName(topic, baseUrl)}: ${words} ${inTime(ms)}`);
  if (answer.kind === 'answered' && isSuccess(answer)) {
    const problem = judgeChallenge(answer.body, challenge);
    report(`${answer.status} ${problem ?? 'with the challenge alone, which agrees'}`);
    return problem === undefined;
  }
  report(`${describeFailure(answer)}; a 2xx with the challenge alone would agree`);
  if (!isSubscribed && answer.kind === 'answered' && answer.status === 404) {
    say('', 'it is right to answer so where it has not just asked for this topic');
  }
  return false;
}

/** Sends what a delivery sends (WebSub §7). */
async function notify(run: Run, { topic, secret }: Target): Promise<boolean> {
  const { callback, config, baseUrl, client, topics, monotonic, say } = run;
  const name = topicName(topic, baseUrl);
  const content = topics.find((one) => one.topic === topic);
  if (!content) {
    say('POST', `${name}: nothing was sent: no release on disk holds this topic`);
    return false;
  }
  const algorithm = config.hub.signatureAlgorithm;
  const facts = { ...content, hubUrl: baseUrl + HUB_PATH, secret, algorithm };
  const headers = createNotificationHeaders(facts, content.body);
  const startedAt = monotonic();
  const answer = await client.post(callback, headers, content.body);
  const ms = monotonic() - startedAt;
  const isWell = answer.kind === 'answered' && isSuccess(answer);
  const signed = secret === undefined ? 'not signed' : 'signed';
  const words = isWell ? `${answer.status}, acknowledged` : describeFailure(answer);
  const sent = `${countOf(lengthOf(content.body), 'byte')}, ${signed}`;
  say('POST', `${name}: ${sent}: ${words} ${inTime(ms)}`);
  return isWell;
}

function describeFailure(answer: Answered | Unreached): string {
  if (answer.kind === 'unreached') return faultWords(answer);
  const { status, retryAfter } = answer;
  if (status >= 300 && status < 400) return `${status}, a failure: redirects are not followed`;
  if (status === 410) return `${status}, which ends the subscription when it answers a delivery`;
  return `${status}, a failure${retryAfter === undefined ? '' : `; Retry-After: ${retryAfter}`}`;
}
