import { z } from 'zod';
import type { HubContent } from '../../sidecar/hub/store/hub-store.ts';
import { HubRefusal } from './hub-refusal.ts';

/** The version of the documents that are written, and the newest that can be read. */
const VERSION = 1;
/** A secret is shorter than this (WebSub §5.1). */
const SECRET_LIMIT_BYTES = 200;
/** As the hub takes them. */
const MAX_CALLBACK_LENGTH = 2048;

const count = z.int().nonnegative();
const time = z.int().nonnegative();
const topic = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const pair = {
  topic,
  callback: z
    .string()
    .max(MAX_CALLBACK_LENGTH)
    .regex(/^https:\/\/[!-~]+$/i, 'must be an HTTPS URL'),
  host: z.string().min(1),
  secret: z
    .string()
    .min(1)
    .refine(
      (text) => Buffer.byteLength(text) < SECRET_LIMIT_BYTES,
      `must be shorter than ${SECRET_LIMIT_BYTES} bytes`,
    )
    .optional(),
};

const isHostOfCallback = ({ callback, host }: { callback: string; host: string }) =>
  URL.parse(callback)
    ?.hostname.replace(/^\[|\]$/g, '')
    .replace(/\.$/, '') === host;
const HOST_RULE = { path: ['host'], error: 'must be the host of the callback' };

const StoredTopic = z.strictObject({
  topic,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
  ordinal: count,
  sequence: count,
  announcedAt: time,
});

const StoredSubscription = z
  .strictObject({
    ...pair,
    subscribedAt: time,
    expiresAt: time,
    settled: count,
    tried: count,
    attempts: count,
    failures: count,
    readyAt: time,
    acknowledgedAt: time.optional(),
  })
  .refine(isHostOfCallback, HOST_RULE);

const StoredRequest = z
  .strictObject({
    ...pair,
    mode: z.enum(['subscribe', 'unsubscribe']),
    topicAsGiven: z.string().min(1),
    leaseSeconds: z.int().positive(),
    requestedAt: time,
    attempts: count,
    readyAt: time,
  })
  .refine(isHostOfCallback, HOST_RULE);

const HubDocument = z.strictObject({
  version: z.literal(VERSION),
  topics: z.array(StoredTopic).superRefine(eachOnce),
  subscriptions: z.array(StoredSubscription).superRefine(eachOnce),
  requests: z.array(StoredRequest).superRefine(eachOnce),
});

/** Everything that a store holds, as text. */
export function formatHubDocument(content: HubContent): string {
  return `${JSON.stringify({ version: VERSION, ...content }, null, 2)}\n`;
}

/** Reads what formatHubDocument wrote. Throws a HubRefusal that names all that is wrong. */
export function parseHubDocument(text: string, file: string): HubContent {
  const document = parseJson(text, file);
  const { version } = z.looseObject({ version: z.int() }).safeParse(document).data ?? {};
  if (version !== undefined && version > VERSION) {
    throw new HubRefusal(
      `${file} was written by a newer version of this program (its format is ${version}, this one reads ${VERSION}); import it there.`,
    );
  }
  const result = HubDocument.safeParse(document);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `  ${nameOf(path)}: ${message}`);
    throw new HubRefusal(`${file} cannot be imported; nothing was:\n${lines.join('\n')}`);
  }
  const { topics, subscriptions, requests } = result.data;
  return {
    topics,
    subscriptions: subscriptions.map(({ secret, acknowledgedAt, ...rest }) => ({
      ...rest,
      secret,
      acknowledgedAt,
    })),
    requests: requests.map(({ secret, ...rest }) => ({ ...rest, secret })),
  };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HubRefusal(`${file} is no JSON; give a file that export wrote.`, { cause });
  }
}

/** A store holds a topic once, and a callback once for a topic. */
function eachOnce(
  entries: readonly { readonly topic: string; readonly callback?: string }[],
  context: z.core.$RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { topic, callback }] of entries.entries()) {
    const key = JSON.stringify([topic, callback]);
    if (seen.has(key)) {
      context.addIssue({ code: 'custom', path: [index], message: 'is there twice' });
    }
    seen.add(key);
  }
}

/** Such as subscriptions[3].callback. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return name.join('').replace(/^\./, '') || 'the document';
}
