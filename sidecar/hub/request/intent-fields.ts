import type { LeaseBounds } from '../hub-settings.ts';
import type { Intent } from '../store/hub-store.ts';
import { grantLease } from './grant-lease.ts';
import { matchTopic } from './match-topic.ts';
import { type Parsed, quote } from './parsed.ts';
import { type Form, readField } from './read-form.ts';
import { MAX_SECRET_BYTES } from './request-limits.ts';

/** Reads a hub.callback, or says what is wrong with it. */
export type CallbackCheck = (
  text: string,
) => Pick<Intent, 'callback' | 'host'> | { readonly problem: string };

const MODES = 'hub.mode is subscribe or unsubscribe';

export function parseMode(form: Form): Parsed<Intent['mode']> {
  const field = readField(form, 'hub.mode');
  if ('problem' in field) return field;
  const { value: mode } = field;
  if (mode === 'subscribe' || mode === 'unsubscribe') return { value: mode };
  if (mode === undefined) return { problem: `hub.mode is missing; ${MODES}.` };
  if (mode !== 'publish') return { problem: `${MODES} (got ${quote(mode)}).` };
  return { problem: `Publishing is internal: the hub follows its own content; ${MODES}.` };
}

export function parseTopic(
  form: Form,
  topics: readonly string[],
): Parsed<Pick<Intent, 'topic' | 'topicAsGiven'>> {
  const field = readField(form, 'hub.topic');
  if ('problem' in field) return field;
  const { value: topicAsGiven } = field;
  const list = topics.map((one) => `\n  ${one}`).join('');
  if (topicAsGiven === undefined) {
    return { problem: `hub.topic is missing; the topics are:${list}` };
  }
  const topic = matchTopic(topicAsGiven, topics);
  if (topic !== undefined) return { value: { topic, topicAsGiven } };
  return {
    problem: `hub.topic is no topic of this hub (got ${quote(topicAsGiven)}); they are:${list}`,
  };
}

export function parseCallback(
  form: Form,
  check: CallbackCheck,
): Parsed<Pick<Intent, 'callback' | 'host'>> {
  const field = readField(form, 'hub.callback');
  if ('problem' in field) return field;
  if (field.value === undefined) {
    return { problem: 'hub.callback is missing; it is an https URL of the subscriber.' };
  }
  const parsed = check(field.value);
  return 'problem' in parsed ? parsed : { value: parsed };
}

export function parseSecret(form: Form): Parsed<string | undefined> {
  const field = readField(form, 'hub.secret');
  if ('problem' in field || field.value === undefined) return field;
  const bytes = Buffer.byteLength(field.value);
  if (bytes > MAX_SECRET_BYTES) {
    const most = MAX_SECRET_BYTES;
    return { problem: `hub.secret has ${bytes} bytes in UTF-8; it may have ${most} at most.` };
  }
  // A database may take any text but this (PostgreSQL).
  if (field.value.includes('\0')) {
    return { problem: 'hub.secret holds the character NUL; leave it out.' };
  }
  return field;
}

export function parseLease(form: Form, bounds: LeaseBounds): Parsed<number> {
  const field = readField(form, 'hub.lease_seconds');
  return 'problem' in field ? field : grantLease(field.value, bounds);
}
