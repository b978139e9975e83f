import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { HubContent, HubStore } from '../../sidecar/hub/store/hub-store.ts';
import { countOf, type Deps, HubRefusal } from './words.ts';

/** Nobody else may read it: it holds the subscribers' secrets. */
const PRIVATE = 0o600;

type Outlets = {
  readonly writeOut: (text: string) => Promise<void>;
  readonly printError: (line: string) => void;
};

/** Writes everything that a store holds to a file, or to standard output where that is "-". */
export async function exportHub(
  store: HubStore,
  { file, isForced }: { readonly file: string; readonly isForced: boolean },
  { writeOut, printError }: Outlets,
): Promise<void> {
  if (file !== '-' && !isForced && existsSync(file)) {
    throw new HubRefusal(`${file} is there already; choose another name, or add --force.`);
  }
  const content = await store.exportAll();
  const document = formatHubDocument(content);
  if (file === '-') await writeOut(document);
  else await writePrivately(file, document);
  const { topics, subscriptions, requests } = content;
  printError(
    `Exported ${countOf(subscriptions.length, 'subscription')}, ${countOf(requests.length, 'request')} and ${countOf(topics.length, 'topic')}; secrets are among them.`,
  );
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
    throw new HubRefusal(`${file} cannot be written: ${reason}`, { cause });
  }
}

/** Adds what was exported to a store, and prints how much was new there. */
export async function importHub(
  store: HubStore,
  content: HubContent,
  { print }: Pick<Deps, 'print'>,
): Promise<void> {
  const { added, kept } = await store.importAll(content);
  print(`Subscriptions and requests: ${added} added, ${kept} kept as they were there already.`);
}

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

function formatHubDocument(content: HubContent): string {
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

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return name.join('').replace(/^\./, '') || 'the document';
}
