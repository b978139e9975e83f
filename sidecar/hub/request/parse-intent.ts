import type { LeaseBounds } from '../hub-settings.ts';
import type { Intent } from '../store/hub-store.ts';
import {
  type CallbackCheck,
  parseCallback,
  parseLease,
  parseMode,
  parseSecret,
  parseTopic,
} from './intent-fields.ts';
import type { Parsed } from './parsed.ts';
import { type Form, readForm } from './read-form.ts';

/** What a request is held against. */
export type IntentRules = {
  /** Canonical URLs. */
  readonly topics: readonly string[];
  readonly lease: LeaseBounds;
  readonly parseCallback: CallbackCheck;
};

/**
 * Reads a request for a subscription or its end (WebSub §5.1). All problems are told together, a
 * sentence a line. Parameters that are not known are ignored, as are lease and secret where a
 * subscription is to end.
 */
export function parseIntent(body: Uint8Array, rules: IntentRules): Parsed<Intent> {
  const read = readForm(body);
  if ('problem' in read) return read;
  const form = read.value;
  const mode = parseMode(form);
  const topic = parseTopic(form, rules.topics);
  const callback = parseCallback(form, rules.parseCallback);
  const terms: Form = 'value' in mode && mode.value === 'unsubscribe' ? new Map() : form;
  const secret = parseSecret(terms);
  const lease = parseLease(terms, rules.lease);
  if (
    'problem' in mode ||
    'problem' in topic ||
    'problem' in callback ||
    'problem' in secret ||
    'problem' in lease
  ) {
    const parts = [mode, topic, callback, secret, lease];
    const problems = parts.flatMap((part) => ('problem' in part ? [part.problem] : []));
    return { problem: problems.join('\n') };
  }
  return {
    value: {
      mode: mode.value,
      ...topic.value,
      callback: callback.value.callback,
      host: callback.value.host,
      secret: secret.value,
      leaseSeconds: lease.value,
    },
  };
}
