import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { HUB_PATH } from '#artifacts/catalog.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import {
  type AnsweredWithBody,
  isSuccess,
  judgeChallenge,
} from '../../sidecar/hub/callback/callback-answer.ts';
import type { CallbackClient } from '../../sidecar/hub/callback/callback-client.ts';
import { type CallbackRules, parseCallback } from '../../sidecar/hub/callback/callback-url.ts';
import { faultOf, type Unreached } from '../../sidecar/hub/callback/fault.ts';
import type { ResolveName } from '../../sidecar/hub/callback/guarded-connect.ts';
import { MAX_ANSWER_BYTES, MAX_SECRET_BYTES } from '../../sidecar/hub/hub-settings.ts';
import type { Active } from '../../sidecar/hub/store/rows.ts';
import {
  createNotificationHeaders,
  createVerificationParameters,
} from '../../sidecar/hub/work/requests.ts';
import type { Outcome } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import type { Hub, HubCall, HubDeps } from './hub.ts';
import { filterOf, topicNamed, unknownTo } from './row-filter.ts';
import type { TopicContent } from './stored.ts';
import { countOf, faultWords, formatTime, topicName } from './words.ts';

/** The context of a trial. */
export type Trial = {
  readonly client: CallbackClient;
  readonly rules: CallbackRules;
  readonly resolve: ResolveName;
  /** The last published topics; empty if there are none. */
  readonly topics: readonly TopicContent[];
};

/** The target of a trial: the fields of a subscription, or of a possible one. */
type Target = Pick<Active, 'topic' | 'secret' | 'expiresAt'>;

/** One trial of one callback. */
type Run = Hub &
  Trial & {
    readonly callback: string;
    readonly flags: HubCall['flags'];
    /** Prints a step and its outcome. */
    readonly say: (step: string, words: string) => void;
  };

const FEED = '/feed.xml';
const LABEL_WIDTH = 6;

/**
 * Takes the hub's steps with a subscriber, and prints the outcome of each. Changes nothing in the
 * store. Its exit code is 0 if the callback did everything that a subscriber must do.
 */
export async function testCallback(hub: Hub, call: HubCall, deps: HubDeps): Promise<Outcome> {
  const { flags } = call;
  if (Buffer.byteLength(flags.secret ?? '') > MAX_SECRET_BYTES) {
    throw new UsageError(`--secret must have at most ${MAX_SECRET_BYTES} bytes.`);
  }
  const filter = filterOf(call, hub.baseUrl);
  const rows = await hub.store.list(filter);
  const callback = 'callback' in filter ? filter.callback : rows[0]?.callback;
  if (callback === undefined) throw unknownTo(call);
  const trial = deps.createTrial(hub.config, hub.baseUrl);
  const say: Run['say'] = (step, words) => hub.print(`${step.padEnd(LABEL_WIDTH)}${words}`);
  const run: Run = { ...hub, ...trial, callback, flags, say };
  try {
    if (!(await reach(run))) return { exitCode: 1, lines: [] };
    const held: Target[] = rows.filter((row) => row.state === 'active');
    const targets = held.length > 0 ? held : [inventTarget(run)];
    let isWell = true;
    for (const target of targets) {
      const agrees = await verify(run, target, held.length > 0);
      const acknowledges = await notify(run, target);
      isWell &&= agrees && acknowledges;
    }
    return { exitCode: isWell ? 0 : 1, lines: [] };
  } finally {
    await trial.client.close();
  }
}

/** From the URL to TLS. Resolves to true if each step succeeded. */
async function reach(run: Run): Promise<boolean> {
  const { callback, rules, client, say } = run;
  const url = parseCallback(callback, rules);
  if ('problem' in url) {
    say('URL', `refused: ${url.problem}`);
    return false;
  }
  say('URL', 'acceptable');
  if (isIP(url.host) === 0) say('Name', await describeName(url.host, run));
  const found = await client.probe(callback);
  if (found.kind === 'unreached') {
    if (found.fault === 'tls') say('TCP', 'connected');
    say(found.fault === 'tls' ? 'TLS' : 'TCP', `failed: ${faultWords(faultOf(found))}`);
    return false;
  }
  const { tcpMs, tlsMs, protocol, validTo } = found;
  const until = validTo === undefined ? '' : `, certificate valid until ${formatTime(validTo)} UTC`;
  say('TCP', `connected (${Math.round(tcpMs)} ms)`);
  say('TLS', `${protocol}${until} (${Math.round(tlsMs)} ms)`);
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
function inventTarget({ now, config, baseUrl, flags, say }: Run): Target {
  const secret = flags.secret ?? randomBytes(16).toString('hex');
  const topic = topicNamed(flags.topic ?? FEED, baseUrl);
  const tried = `${topicName(topic, baseUrl)} is tried with the secret ${secret}`;
  say('Hub', `no subscription, and none is made: ${tried}`);
  return { topic, secret, expiresAt: now + config.hub.lease.default * 1000 };
}

/** Asks as the hub does before it subscribes a callback (WebSub §5.3). */
async function verify(run: Run, target: Target, isSubscribed: boolean): Promise<boolean> {
  const { callback, now, baseUrl, client, say } = run;
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
  const words = fault
    ? faultWords(fault)
    : 'it answered with the challenge alone, which is an agreement';
  say('GET', `verification for ${topicName(topic, baseUrl)} ${since(startedAt)}: ${words}`);
  if (!isSubscribed && fault?.status === 404) {
    say('', 'this is the right answer if it has not just asked for this topic');
  }
  return fault === undefined;
}

function judgeVerification(answer: AnsweredWithBody | Unreached, challenge: string) {
  if (answer.kind === 'unreached' || !isSuccess(answer)) return faultOf(answer);
  const code = judgeChallenge(answer.body, challenge);
  return code === undefined
    ? undefined
    : ({ kind: 'challenge', status: answer.status, code } as const);
}

function since(startedAt: number): string {
  return `(${Math.round(performance.now() - startedAt)} ms)`;
}

/** Sends a delivery (WebSub §7). */
async function notify(run: Run, { topic, ...held }: Target): Promise<boolean> {
  const { callback, config, baseUrl, flags, client, topics, say } = run;
  const secret = flags.secret ?? held.secret;
  const name = topicName(topic, baseUrl);
  const content = topics.find((one) => one.topic === topic);
  if (!content) {
    say('POST', `${name}: nothing was sent: no release on disk contains this topic`);
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
  say('POST', `${name}, ${sent} ${since(startedAt)}: ${words}`);
  return isWell;
}
