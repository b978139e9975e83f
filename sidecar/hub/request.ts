import { HUB_PATH, TOPICS } from '#artifacts/catalog.ts';
import { quote } from '#dataset/text/shorten.ts';
import { describeEncodingFault, formPairs, type Parsed } from '#search/request/parameters.ts';
import { createCallbackRules, parseCallback } from './callback/callback-url.ts';
import type { HubClient, PairName } from './hub-client.ts';
import {
  type HubSettings,
  type LeaseBounds,
  MAX_FORM_PARAMETERS,
  MAX_SECRET_BYTES,
  MAX_TOPIC_LENGTH,
  MAX_VERIFY_TOKEN_BYTES,
} from './hub-settings.ts';
import type { Intent } from './store/rows.ts';

/*
 * Requests to the hub: the body of a POST becomes an intent, which says what is to happen to which
 * subscription, or sentences about what to correct. Values in, values out: routes/hub.ts reads and
 * answers HTTP. The hub accepts an intent, and it takes effect once its callback has confirmed it.
 */

/** The values of a form by name, in order. */
type Form = ReadonlyMap<string, readonly string[]>;

type Target = Pick<Intent, 'callback' | 'host'>;

/** What a request is held against. */
export type IntentRules = {
  /** Canonical URLs. */
  readonly topics: readonly string[];
  readonly lease: LeaseBounds;
  /** Reads a hub.callback, or says what is wrong with it. */
  readonly parseCallback: (text: string) => Target | { readonly problem: string };
};

/** A hub that can be asked, with what requests are held against. */
export type HubAccess = {
  readonly client: HubClient;
  readonly settings: HubSettings;
  /** The public URL of the hub. */
  readonly url: string;
  readonly rules: IntentRules;
};

/** Puts a hub behind its public origin. */
export function createHubAccess(
  client: HubClient,
  settings: HubSettings,
  baseUrl: string,
): HubAccess {
  const callbackRules = createCallbackRules(settings);
  return {
    client,
    settings,
    url: baseUrl + HUB_PATH,
    rules: {
      topics: TOPICS.map(({ path }) => baseUrl + path),
      lease: settings.lease,
      parseCallback: (text) => parseCallback(text, callbackRules),
    },
  };
}

/**
 * Reads a request for a subscription or its end (WebSub §5.1), with all problems together.
 * Parameters that are not known are ignored, as are lease and secret where a subscription is to
 * end.
 */
export function parseIntent(body: Uint8Array, rules: IntentRules): Parsed<Intent> {
  const read = readForm(body, 'form');
  if (read.problems) return read;
  const form = read.value;
  const mode = parseMode(form);
  const topic = parseTopic(form, rules.topics);
  const callback = readCallback(form, rules);
  const terms: Form = mode.value === 'unsubscribe' ? new Map() : form;
  const secret = readBounded(terms, 'hub.secret', MAX_SECRET_BYTES);
  const lease = parseLease(terms, rules.lease);
  const token = readBounded(form, 'hub.verify_token', MAX_VERIFY_TOKEN_BYTES);
  const isRight = !mode.problems && !topic.problems && !callback.problems;
  if (!isRight || secret.problems || lease.problems || token.problems) {
    const parts = [mode, topic, callback, secret, lease, token];
    return { problems: parts.flatMap(({ problems }) => problems ?? []) };
  }
  const { callback: url, host } = callback.value;
  return {
    value: {
      ...topic.value,
      ...{ mode: mode.value, callback: url, host, secret: secret.value },
      ...{ leaseSeconds: lease.value, verifyToken: token.value },
    },
  };
}

/** Whether a query asks for the state of a topic and callback. */
export function asksForPair(query: string): boolean {
  return formPairs(query).some(({ name }) => name === 'hub.topic' || name === 'hub.callback');
}

/** Reads topic and callback in a query as a request has them, with all problems together. */
export function parsePairName(query: string, rules: IntentRules): Parsed<PairName> {
  const read = readForm(Buffer.from(query, 'latin1'), 'query');
  if (read.problems) return read;
  const topic = parseTopic(read.value, rules.topics);
  const callback = readCallback(read.value, rules);
  if (topic.problems || callback.problems) {
    return { problems: [topic, callback].flatMap((part) => part.problems ?? []) };
  }
  const { callback: url, host } = callback.value;
  return { value: { topic: topic.value.topic, callback: url, host } };
}

const problem = (text: string) => ({ problems: [text] });

/** Reads a form. What does not decode is a problem of the whole: any field may be meant. */
function readForm(body: Uint8Array, what: 'form' | 'query'): Parsed<Form> {
  const text = decodeUtf8(body);
  if (text === undefined) return problem(`The ${what} is not UTF-8; encode it as UTF-8.`);
  const pairs = [...formPairs(text)];
  if (pairs.length > MAX_FORM_PARAMETERS) {
    return problem(`The ${what} has more than ${MAX_FORM_PARAMETERS} parameters; send fewer.`);
  }
  const form = new Map<string, string[]>();
  for (const { sent, name, value } of pairs) {
    if (name === undefined || value === undefined) {
      return problem(`The ${what} ${describeEncodingFault(sent)}.`);
    }
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return { value: form };
}

/** A field that may stand once; undefined where it is missing or, as form libraries do, empty. */
function readField(form: Form, name: string): Parsed<string | undefined> {
  const [value, ...others] = form.get(name) ?? [];
  if (others.length > 0) return problem(`${name} is given more than once; give it once.`);
  return { value: value === '' ? undefined : value };
}

function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

const MODES = 'hub.mode is subscribe or unsubscribe';

function parseMode(form: Form): Parsed<Intent['mode']> {
  const field = readField(form, 'hub.mode');
  if (field.problems) return field;
  const { value: mode } = field;
  if (mode === 'subscribe' || mode === 'unsubscribe') return { value: mode };
  if (mode === undefined) return problem(`hub.mode is missing; ${MODES}.`);
  if (mode !== 'publish') return problem(`${MODES} (got ${quote(mode)}).`);
  return problem(`Publishing is internal: the hub follows its own content; ${MODES}.`);
}

function parseTopic(
  form: Form,
  topics: readonly string[],
): Parsed<Pick<Intent, 'topic' | 'topicAsGiven'>> {
  const field = readField(form, 'hub.topic');
  if (field.problems) return field;
  const { value: topicAsGiven } = field;
  const list = topics.map((one) => `\n  ${one}`).join('');
  if (topicAsGiven === undefined) return problem(`hub.topic is missing; the topics are:${list}`);
  const topic = matchTopic(topicAsGiven, topics);
  if (topic !== undefined) return { value: { topic, topicAsGiven } };
  return problem(
    `hub.topic is not a topic of this hub (got ${quote(topicAsGiven)}); they are:${list}`,
  );
}

const TOPIC = /^([a-z][a-z\d+.-]*:\/\/[^\s\p{C}/?#\\@]+)(\/[^\s\p{C}?#\\]*)$/iu;

/** RFC 3986 §2.3. */
const UNRESERVED = /^[\w.~-]$/;

/**
 * The topic that a URL means. Spellings that RFC 3986 §6.2 holds for equal are the same topic: case
 * of scheme and host, the default port, unreserved characters that are percent-encoded. A query, a
 * fragment, even an empty one, user information or a slash at the end make another URL.
 */
function matchTopic(given: string, topics: readonly string[]): string | undefined {
  if (given.length > MAX_TOPIC_LENGTH) return undefined;
  const [, server = '', path = ''] = TOPIC.exec(given) ?? [];
  const origin = URL.parse(server)?.origin;
  const canonical = origin + decodeUnreserved(path);
  return topics.find((topic) => topic === canonical);
}

function decodeUnreserved(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (encoded, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
}

function readCallback(form: Form, rules: IntentRules): Parsed<Target> {
  const field = readField(form, 'hub.callback');
  if (field.problems) return field;
  if (field.value === undefined) {
    return problem('hub.callback is missing; it is an https URL of the subscriber.');
  }
  const target = rules.parseCallback(field.value);
  return 'problem' in target ? problem(target.problem) : { value: target };
}

/** A text of so many bytes at most, which a database may take. */
function readBounded(form: Form, name: string, maxBytes: number): Parsed<string | undefined> {
  const field = readField(form, name);
  if (field.value === undefined) return field;
  const bytes = Buffer.byteLength(field.value);
  if (bytes > maxBytes) {
    return problem(`${name} has ${bytes} bytes in UTF-8; it may have ${maxBytes} at most.`);
  }
  // The one character that PostgreSQL cannot store.
  if (field.value.includes('\0')) return problem(`${name} holds the character NUL; leave it out.`);
  return field;
}

/** The lease that is granted for what was asked: within bounds, the default where nothing was. */
function parseLease(form: Form, bounds: LeaseBounds): Parsed<number> {
  const field = readField(form, 'hub.lease_seconds');
  if (field.problems) return field;
  const { value: asked } = field;
  if (asked === undefined) return { value: bounds.default };
  // WebSub §5.1: a positive decimal integer. One that is huge is a number still.
  const seconds = /^\d+$/.test(asked) ? Number(asked) : 0;
  if (seconds < 1) {
    const got = quote(asked);
    return problem(`hub.lease_seconds must be a whole number of seconds, 1 or more (got ${got}).`);
  }
  return { value: Math.min(Math.max(seconds, bounds.min), bounds.max) };
}
