import { isUtf8 } from 'node:buffer';
import { HUB_PATH, TOPICS } from '#artifacts/catalog.ts';
import { quote } from '#dataset/text/shorten.ts';
import { describeEncodingFault, formPairs, type Parsed } from '#search/request/parameters.ts';
import {
  type CallbackRules,
  type CallbackUrl,
  createCallbackRules,
  parseCallback,
} from './callback/callback-url.ts';
import type { HubClient, PairName } from './hub-client.ts';
import {
  type HubSettings,
  type LeaseBounds,
  MAX_FORM_PARAMETERS,
  MAX_SECRET_BYTES,
} from './hub-settings.ts';
import type { Intent } from './store/rows.ts';

/*
 * Requests to the hub: the body of a POST becomes an intent, which takes effect once its callback
 * has confirmed it, or sentences that say what to correct. routes/hub.ts reads and answers HTTP.
 */

/** The fields of a form by name, in order. */
type Form = ReadonlyMap<string, readonly { readonly value: string | undefined }[]>;

/** The rules for requests. */
type IntentRules = {
  /** Canonical URLs. */
  readonly topics: readonly string[];
  readonly lease: LeaseBounds;
  readonly callbacks: CallbackRules;
};

/** A reachable hub, with the rules for requests. */
export type HubAccess = {
  readonly client: HubClient;
  readonly settings: HubSettings;
  /** The public URL of the hub. */
  readonly url: string;
  readonly rules: IntentRules;
};

/** Puts a hub behind its public origin, `sidecarUrl`; topics are below `baseUrl`. */
export function createHubAccess(
  client: HubClient,
  settings: HubSettings,
  baseUrl: string,
  sidecarUrl = baseUrl,
): HubAccess {
  return {
    client,
    settings,
    url: sidecarUrl + HUB_PATH,
    rules: {
      topics: TOPICS.map(({ path }) => baseUrl + path),
      lease: settings.lease,
      callbacks: createCallbackRules(settings, baseUrl),
    },
  };
}

/**
 * Reads a request for a subscription or its end (WebSub §5.1), with all problems together. Unknown
 * parameters are ignored, as are lease and secret if a subscription is to end.
 */
export function parseIntent(body: Uint8Array, rules: IntentRules): Parsed<Intent> {
  const { value: form, problems } = readForm(body, 'form');
  if (problems) return { problems };
  const mode = parseMode(form);
  const pair = readPair(form, rules);
  const terms: Form = mode.value === 'unsubscribe' ? new Map() : form;
  const secret = readSecret(terms);
  const lease = parseLease(terms, rules.lease);
  if (mode.problems || pair.problems || secret.problems || lease.problems) {
    return problemsOf(mode, pair, secret, lease);
  }
  const granted = { secret: secret.value, leaseSeconds: lease.value };
  return { value: { mode: mode.value, ...pair.value, ...granted } };
}

/** True if a query asks for the state of a topic and callback. */
export function asksForPair(query: string): boolean {
  return formPairs(query).some(({ name }) => name === 'hub.topic' || name === 'hub.callback');
}

/** Reads topic and callback in a query as in a request, with all problems together. */
export function parsePairName(query: string, rules: IntentRules): Parsed<PairName> {
  const { value, problems } = readForm(Buffer.from(query, 'latin1'), 'query');
  return problems ? { problems } : readPair(value, rules);
}

const problem = (text: string) => ({ problems: [text] });

const problemsOf = (...parts: readonly Parsed<unknown>[]) => {
  return { problems: parts.flatMap(({ problems }) => problems ?? []) };
};

/** Reads a form. A part that does not decode is a problem of the whole: any field may be meant. */
function readForm(body: Uint8Array, what: 'form' | 'query'): Parsed<Form> {
  if (!isUtf8(body)) return problem(`The ${what} is not UTF-8; encode it as UTF-8.`);
  const pairs = [...formPairs(new TextDecoder().decode(body))];
  if (pairs.length > MAX_FORM_PARAMETERS) {
    return problem(`The ${what} has more than ${MAX_FORM_PARAMETERS} parameters; send fewer.`);
  }
  const broken = pairs.find(({ name, value }) => name === undefined || value === undefined);
  if (broken) return problem(`The ${what} ${describeEncodingFault(broken.sent)}.`);
  return { value: Map.groupBy(pairs, ({ name = '' }) => name) };
}

/** Reads a field that may occur once; undefined if it is missing or empty, as libraries send it. */
function readField(form: Form, name: string): Parsed<string | undefined> {
  const [pair, ...others] = form.get(name) ?? [];
  if (others.length > 0) return problem(`${name} is sent more than once; send it once.`);
  return { value: pair?.value === '' ? undefined : pair?.value };
}

function readRequired(form: Form, name: string, hint: string): Parsed<string> {
  const { value, problems } = readField(form, name);
  if (problems) return { problems };
  return value === undefined ? problem(`${name} is missing; ${hint}`) : { value };
}

const MODES = 'hub.mode is subscribe or unsubscribe';

function parseMode(form: Form): Parsed<Intent['mode']> {
  const { value: mode, problems } = readRequired(form, 'hub.mode', `${MODES}.`);
  if (problems) return { problems };
  if (mode === 'subscribe' || mode === 'unsubscribe') return { value: mode };
  return problem(`${MODES} (got ${quote(mode)}).`);
}

type Topic = Pick<Intent, 'topic' | 'topicAsGiven'>;

function readPair(form: Form, rules: IntentRules): Parsed<PairName & Topic> {
  const topic = readTopic(form, rules.topics);
  const callback = readCallback(form, rules.callbacks);
  if (topic.problems || callback.problems) return problemsOf(topic, callback);
  const { callback: url, host } = callback.value;
  return { value: { ...topic.value, callback: url, host } };
}

function readTopic(form: Form, topics: readonly string[]): Parsed<Topic> {
  const list = topics.map((one) => `\n  ${one}`).join('');
  const { value: given, problems } = readRequired(form, 'hub.topic', `the topics are:${list}`);
  if (problems) return { problems };
  const topic = matchTopic(given, topics);
  if (topic !== undefined) return { value: { topic, topicAsGiven: given } };
  return problem(`hub.topic is not a topic of this hub (got ${quote(given)}); they are:${list}`);
}

/** Makes a URL another one, or is none of its characters. */
const FOREIGN = /[\s\p{C}?#@\\]/u;
/** Unreserved characters that are percent-encoded (RFC 3986 §2.3). */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * Returns the topic that a URL means. Spellings that are equal by RFC 3986 §6.2 are the same topic:
 * case of scheme and host, the default port, unreserved characters that are percent-encoded. A
 * query, a fragment, even an empty one, user information or a slash at the end make another URL.
 */
function matchTopic(given: string, topics: readonly string[]): string | undefined {
  const url = FOREIGN.test(given) ? null : URL.parse(given);
  const path = url?.pathname.replace(ENCODED_UNRESERVED, decodeURIComponent);
  return topics.find((topic) => topic === `${url?.origin}${path}`);
}

function readCallback(form: Form, rules: CallbackRules): Parsed<CallbackUrl> {
  const field = readRequired(form, 'hub.callback', 'it is an https URL of the subscriber.');
  if (field.problems) return field;
  const url = parseCallback(field.value, rules);
  return 'problem' in url ? problem(url.problem) : { value: url };
}

function readSecret(form: Form): Parsed<string | undefined> {
  const field = readField(form, 'hub.secret');
  if (field.value === undefined) return field;
  const bytes = Buffer.byteLength(field.value);
  if (bytes > MAX_SECRET_BYTES) {
    return problem(`hub.secret has ${bytes} bytes in UTF-8; the maximum is ${MAX_SECRET_BYTES}.`);
  }
  // The one character that PostgreSQL cannot store.
  return field.value.includes('\0')
    ? problem('hub.secret contains the character NUL; remove it.')
    : field;
}

/** Returns the lease that is granted: within bounds, the default if none was asked for. */
function parseLease(form: Form, bounds: LeaseBounds): Parsed<number> {
  const { value: asked, problems } = readField(form, 'hub.lease_seconds');
  if (problems) return { problems };
  if (asked === undefined) return { value: bounds.default };
  // WebSub §5.1: a positive decimal integer. A huge one is still a number.
  if (/^0*[1-9]\d*$/.test(asked)) {
    return { value: Math.min(Math.max(Number(asked), bounds.min), bounds.max) };
  }
  const got = quote(asked);
  return problem(`hub.lease_seconds must be a whole number of seconds, 1 or more (got ${got}).`);
}
