import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { hostIn, meantBy } from '../../sidecar/hub/callback/callback-url.ts';
import { Fault } from '../../sidecar/hub/callback/fault.ts';
import { MAX_CALLBACK_LENGTH, MAX_SECRET_BYTES } from '../../sidecar/hub/hub-settings.ts';
import type { HubContent } from '../../sidecar/hub/store/hub-store.ts';
import { END_REASONS } from '../../sidecar/hub/store/rows.ts';
import { CommandError, type Outcome } from '../command.ts';
import type { Hub, HubCall } from './hub.ts';
import { countOf } from './words.ts';

/** Nobody else may read it: it holds the subscribers' secrets. */
const PRIVATE = 0o600;

/** Writes everything that a store holds to a file, or to standard output where that is "-". */
export async function exportHub({ store, printError }: Hub, call: HubCall): Promise<Outcome> {
  const { argument: file, flags } = call;
  if (file !== '-' && !flags.force && existsSync(file)) {
    throw new CommandError(`${file} is there already; choose another name, or add --force.`);
  }
  const content = await store.exportAll();
  const document = formatHubDocument(content);
  if (file !== '-') await writePrivately(file, `${document}\n`);
  const { topics, subscriptions, requests, ended, blocked } = content;
  // Standard output may be the document.
  printError(
    `Exported ${countOf(subscriptions.length, 'subscription')}, ${countOf(requests.length, 'request')}, ${countOf(topics.length, 'topic')}, ${ended.length} that ended and ${countOf(blocked.length, 'blocked host')}; secrets are among them.`,
  );
  return { lines: file === '-' ? [document] : [] };
}

/** Writes beside and renames into place, so that a file is there whole or not at all. */
async function writePrivately(file: string, text: string): Promise<void> {
  const beside = `${file}.writing-${process.pid}`;
  try {
    const handle = await open(beside, 'wx', PRIVATE);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${file} cannot be written: ${reason}`, { cause });
  }
}

/** Adds what was exported to a store, and says how much was new there. */
export async function importHub({ store }: Hub, { content }: HubCall): Promise<Outcome> {
  if (!content) throw new Error('There is nothing to import.');
  const { added, kept } = await store.importAll(content);
  return {
    lines: [`Subscriptions and requests: ${added} added, ${kept} kept as they were there already.`],
  };
}

/** The version of the documents that are written, and the newest that can be read. */
const VERSION = 3;

const count = z.int().nonnegative();
const time = z.int().nonnegative();
const topic = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const host = z.string().min(1);

/** What is not in every row, nor in every version. */
function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((value) => value);
}

const callback = z
  .string()
  .max(MAX_CALLBACK_LENGTH)
  .regex(/^https:\/\/[!-~]+$/i, 'must be an HTTPS URL');
const secret = z
  .string()
  .min(1)
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_SECRET_BYTES,
    `must have at most ${MAX_SECRET_BYTES} bytes`,
  );
const pair = { topic, callback, host };

/** An IPv4 address in IPv6 is written as the IPv4 one, and was as it stands in version 1. */
function isHostOfCallback({ callback, host }: { callback: string; host: string }): boolean {
  const url = URL.parse(callback);
  return url !== null && [hostIn(url), meantBy(hostIn(url))].includes(host);
}
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
    secret: maybe(secret),
    subscribedAt: time,
    expiresAt: time,
    acknowledged: maybe(count),
    tried: count,
    attempts: count,
    failures: count,
    countedAt: maybe(time),
    readyAt: time,
    acknowledgedAt: maybe(time),
    latencyMs: maybe(count),
    failedAt: maybe(time),
    fault: maybe(Fault),
    verifiedAt: maybe(time),
    refusedAt: maybe(time),
    refusal: maybe(Fault),
    // Of versions before 3, in which it rose when a notification was given up as well.
    settled: maybe(count),
    ...{ earlyAt: maybe(time), urgentAt: maybe(time), postponedAt: maybe(time) },
  })
  .refine(isHostOfCallback, HOST_RULE)
  .transform(({ settled = 0, earlyAt: _, urgentAt: __, postponedAt: ___, ...rest }) => ({
    ...rest,
    acknowledged: rest.acknowledged ?? (rest.failures > 0 ? 0 : settled),
  }));

const StoredRequest = z
  .strictObject({
    ...pair,
    secret: maybe(secret),
    mode: z.enum(['subscribe', 'unsubscribe']),
    topicAsGiven: z.string().min(1),
    leaseSeconds: z.int().positive(),
    verifyToken: maybe(z.string()),
    requestedAt: time,
    attempts: count,
    readyAt: time,
    failedAt: maybe(time),
    fault: maybe(Fault),
  })
  .refine(isHostOfCallback, HOST_RULE);

const StoredEnd = z
  .strictObject({
    ...pair,
    reason: z.enum(END_REASONS),
    endedAt: time,
    subscribedAt: maybe(time),
    expiresAt: maybe(time),
    acknowledgedAt: maybe(time),
    failedAt: maybe(time),
    fault: maybe(Fault),
    noticeUntil: maybe(time),
    noticeAttempts: count,
    noticeAt: time,
    notifiedAt: maybe(time),
    noticeFault: maybe(Fault),
  })
  .refine(isHostOfCallback, HOST_RULE);

const HubDocument = z.strictObject({
  version: z.int().min(1).max(VERSION),
  topics: z.array(StoredTopic).superRefine(eachOnce),
  subscriptions: z.array(StoredSubscription).superRefine(eachOnce),
  requests: z.array(StoredRequest).superRefine(eachOnce),
  ended: z.array(StoredEnd).superRefine(eachOnce).default([]),
  blocked: z.array(z.strictObject({ host, blockedAt: time })).default([]),
});

function formatHubDocument(content: HubContent): string {
  return JSON.stringify({ version: VERSION, ...content }, null, 2);
}

/**
 * Reads what formatHubDocument wrote, in any version. Throws a CommandError that names all that is
 * wrong.
 */
export function parseHubDocument(text: string, file: string): HubContent {
  const document = parseJson(text, file);
  const { version } = z.looseObject({ version: z.int() }).safeParse(document).data ?? {};
  if (version !== undefined && version > VERSION) {
    throw new CommandError(
      `${file} was written by a newer version of this program (its format is ${version}, this one reads ${VERSION}); import it there.`,
    );
  }
  const result = HubDocument.safeParse(document);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `  ${nameOf(path)}: ${message}`);
    throw new CommandError(`${file} cannot be imported; nothing was:\n${lines.join('\n')}`);
  }
  const { version: _, ...content } = result.data;
  return content;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${file} is no JSON; give a file that export wrote.`, { cause });
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

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return name.join('').replace(/^\./, '') || 'the document';
}
