import { randomBytes } from 'node:crypto';
import { artifactAt, HUB_PATH } from '#artifacts/catalog.ts';
import { readBodies } from '#release/load.ts';
import { readDataManifest } from '#release/manifest.ts';
import { lengthOf } from '#search/corpus/pieces.ts';
import { type Config, publicOrigin, serviceOrigins } from '../../sidecar/config/config.ts';
import {
  type Answered,
  isSuccess,
  judgeChallenge,
} from '../../sidecar/hub/callback/callback-answer.ts';
import {
  type CallbackClient,
  createCallbackClient,
} from '../../sidecar/hub/callback/callback-client.ts';
import { createCallbackRules, parseCallback } from '../../sidecar/hub/callback/callback-url.ts';
import { faultOf, type Unreached } from '../../sidecar/hub/callback/fault.ts';
import { createUserAgent, type HeldTopic } from '../../sidecar/hub/hub-context.ts';
import { MAX_ANSWER_BYTES } from '../../sidecar/hub/hub-settings.ts';
import type { Active } from '../../sidecar/hub/store/rows.ts';
import {
  createNotificationHeaders,
  createVerificationParameters,
} from '../../sidecar/hub/work/requests.ts';
import { folderOf, ordinalsIn } from '../../sidecar/publish/store/release-folders.ts';
import { CommandError, type Outcome } from '../command.ts';
import { countOf } from '../printed-text.ts';
import type { HubCall } from './hub.ts';
import { filterOf, topicNamed, unknownTo } from './removal.ts';
import { faultWords, topicName } from './row-words.ts';

/** The fields of a subscription, or of a possible one. */
type Target = Pick<Active, 'topic' | 'secret' | 'expiresAt'>;

/** Makes requests as the service does. */
export function connectCallbacks(config: Config): CallbackClient {
  const { baseUrl, sidecarUrl } = serviceOrigins(config);
  return createCallbackClient({
    rules: createCallbackRules(config.hub, baseUrl),
    timeoutMs: config.hub.timeout * 1000,
    userAgent: createUserAgent(sidecarUrl),
    connectionsPerHost: 1,
  });
}

/**
 * Verifies a callback and notifies it, as the hub does, and prints the outcomes. Changes nothing in
 * the store. Its exit code is 0 if the callback did everything that a subscriber must do.
 */
export async function testCallback(call: HubCall): Promise<Outcome> {
  const { store, config, baseUrl, connect } = call;
  const filter = filterOf(call);
  const rows = await store.list(filter);
  const callback = 'callback' in filter ? filter.callback : rows[0]?.callback;
  if (callback === undefined) throw unknownTo(call);
  const url = parseCallback(callback, createCallbackRules(config.hub, baseUrl));
  if ('problem' in url) throw new CommandError(`The callback is refused: ${url.problem}`);
  const held = rows.filter((row) => row.state === 'active');
  const client = connect(config);
  const lines: string[] = [];
  const faults: unknown[] = [];
  try {
    for (const target of held.length > 0 ? held : [inventTarget(call, lines)]) {
      faults.push(await verify(callback, target, call, client, lines));
      faults.push(await notify(callback, target, call, client, lines));
    }
  } finally {
    await client.close();
  }
  return { exitCode: faults.some((fault) => fault !== undefined) ? 1 : 0, lines };
}

/** Returns the values that a subscription would get. */
function inventTarget({ now, config, baseUrl, flags }: HubCall, lines: string[]): Target {
  const secret = flags.secret ?? randomBytes(16).toString('hex');
  const topic = topicNamed(flags.topic ?? '/feed.xml', baseUrl);
  lines.push(`It has no subscription, and gets none. The secret is ${secret}.`);
  return { topic, secret, expiresAt: now + config.hub.lease.default * 1000 };
}

/** Asks as the hub does before it subscribes a callback (WebSub §5.3). */
async function verify(
  callback: string,
  { topic, expiresAt }: Target,
  { now, baseUrl }: HubCall,
  client: CallbackClient,
  lines: string[],
) {
  const challenge = randomBytes(32).toString('base64url');
  // A subscriber may note the rest of its lease: this renews nothing.
  const leaseSeconds = Math.max(1, Math.ceil((expiresAt - now) / 1000));
  const asked = { mode: 'subscribe', topicAsGiven: topic, leaseSeconds } as const;
  const parameters = createVerificationParameters(asked, challenge);
  const answer = await client.get(callback, parameters, { maxBytes: MAX_ANSWER_BYTES });
  const fault = judgeVerification(answer, challenge);
  const words = fault ? faultWords(fault) : 'it agreed by answering with the challenge alone.';
  lines.push(`Verification for ${topicName(topic, baseUrl)}: ${words}`);
  return fault;
}

function judgeVerification(answer: Answered | Unreached, challenge: string) {
  if (answer.kind === 'unreached' || !isSuccess(answer)) return faultOf(answer);
  const code = judgeChallenge(answer.body, challenge);
  return code && ({ kind: 'challenge', status: answer.status, code } as const);
}

/** Sends a notification (WebSub §7). */
async function notify(
  callback: string,
  { topic, ...held }: Target,
  { config, baseUrl, flags }: HubCall,
  client: CallbackClient,
  lines: string[],
) {
  const content = readTopic(config, topic);
  const secret = flags.secret ?? held.secret;
  const hubUrl = serviceOrigins(config).sidecarUrl + HUB_PATH;
  const algorithm = config.hub.signatureAlgorithm;
  const headers = createNotificationHeaders(content, hubUrl, algorithm, secret);
  const answer = await client.post(callback, headers, content.body);
  const fault = answer.kind === 'answered' && isSuccess(answer) ? undefined : faultOf(answer);
  const signed = secret === undefined ? 'not signed' : 'signed';
  const sent = `${countOf(lengthOf(content.body), 'byte')}, ${signed}`;
  const words = fault ? faultWords(fault) : 'it was acknowledged.';
  lines.push(`Notification of ${topicName(topic, baseUrl)} (${sent}): ${words}`);
  return fault;
}

/** Reads a topic of the newest release on disk. */
function readTopic(
  { outDir, stateDir, ...config }: Config,
  topic: string,
): Omit<HeldTopic, 'hash'> {
  const baseUrl = publicOrigin(config);
  const stored = ordinalsIn(stateDir).map((ordinal) => folderOf(stateDir, ordinal));
  for (const folder of [...stored, outDir]) {
    try {
      const manifest = readDataManifest(folder);
      const entry = manifest?.entries.find(
        ({ path }) => baseUrl + path === topic && artifactAt(path)?.isTopic,
      );
      if (entry && manifest?.key.baseUrl === baseUrl) {
        return { topic, mediaType: entry.mediaType, body: readBodies(folder, entry).identity };
      }
    } catch {
      // Damaged, or replaced meanwhile: another is as good for a test.
    }
  }
  throw new CommandError(`No release on disk has ${topic}; start the service, then test again.`);
}
