import type { Parsed } from '#dataset/form.ts';
import { formPairs } from '#dataset/form.ts';

/** What a form may have at most; the hub's status states these limits. */
export const MAX_FORM_BYTES = 8192;
export const MAX_FORM_PARAMETERS = 50;

/** The values of a form by name, in order. */
export type Form = ReadonlyMap<string, readonly string[]>;

const NOT_UTF8 = { problems: ['The form is not valid percent-encoded UTF-8; correct it.'] };
const TOO_MANY = {
  problems: [`The form has more than ${MAX_FORM_PARAMETERS} parameters; send fewer.`],
};

/** Reads a form. What does not decode is a problem of the whole: any field may be meant. */
export function readForm(body: Uint8Array): Parsed<Form> {
  const text = decodeUtf8(body);
  if (text === undefined) return NOT_UTF8;
  const pairs = [...formPairs(text)];
  if (pairs.length > MAX_FORM_PARAMETERS) return TOO_MANY;
  const form = new Map<string, string[]>();
  for (const { name, value } of pairs) {
    if (name === undefined || value === undefined) return NOT_UTF8;
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return { value: form };
}

/** A field that may stand once; undefined where it is missing or empty, as form libraries send it. */
export function readField(form: Form, name: string): Parsed<string | undefined> {
  const [value, ...others] = form.get(name) ?? [];
  if (others.length > 0) return { problems: [`${name} is given more than once; give it once.`] };
  return { value: value === '' ? undefined : value };
}

function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
