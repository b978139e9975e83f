import type { Parsed } from './parsed.ts';
import { MAX_FORM_PARAMETERS } from './request-limits.ts';

/** The values of a form by name, in order. */
export type Form = ReadonlyMap<string, readonly string[]>;

const NOT_UTF8 = 'The form is not valid percent-encoded UTF-8; correct it.';
const TOO_MANY = `The form has more than ${MAX_FORM_PARAMETERS} parameters; send fewer.`;

/**
 * Reads application/x-www-form-urlencoded, but strictly: what does not decode is a problem, as it
 * would be a guess which callback or secret is meant.
 */
export function readForm(body: Uint8Array): Parsed<Form> {
  const form = new Map<string, string[]>();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { problem: NOT_UTF8 };
  }
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_FORM_PARAMETERS) return { problem: TOO_MANY };
  for (const pair of pairs) {
    const [rawName = '', ...rest] = pair.split('=');
    const name = decode(rawName);
    const value = decode(rest.join('='));
    if (name === undefined || value === undefined) return { problem: NOT_UTF8 };
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return { value: form };
}

/** A field that may stand once; undefined where it is missing or empty, as form libraries send it. */
export function readField(form: Form, name: string): Parsed<string | undefined> {
  const [value, ...others] = form.get(name) ?? [];
  if (others.length > 0) return { problem: `${name} is given more than once; give it once.` };
  return { value: value === '' ? undefined : value };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
