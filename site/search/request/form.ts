import { quote } from '#dataset/text/shorten.ts';

/** A parsed value, or everything that is wrong with the input. */
export type Parsed<Value, Problem = string> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };

/** A name and a value as they were sent, decoded; undefined where they are not valid UTF-8. */
type FormPair = {
  readonly sent: string;
  readonly name: string | undefined;
  readonly value: string | undefined;
};

/**
 * Reads application/x-www-form-urlencoded strictly: what does not decode is undefined, not guessed.
 * Stray ampersands are ignored, since many clients leave one.
 */
export function* formPairs(text: string): Generator<FormPair> {
  for (const sent of text.split('&')) {
    if (sent === '') continue;
    const [name = '', ...value] = sent.split('=');
    yield { sent, name: decode(name), value: decode(value.join('=')) };
  }
}

/** A name or a value as it was meant; undefined where it is not percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const BROKEN_ESCAPE = /%(?![\da-f]{2})[^&=%]{0,2}/i;
/** A first byte with those behind it that it says belong to its character, as far as they follow. */
const ESCAPED_CHARACTER =
  /%(?:[\dab][\da-f]|[cd][\da-f](?:%[89ab][\da-f])?|e[\da-f](?:%[89ab][\da-f]){0,2}|f[\da-f](?:%[89ab][\da-f]){0,3})/gi;

/**
 * Says what in a text is not percent-encoded UTF-8 (RFC 3986 §2.1, RFC 3629 §3), as the end of a
 * sentence whose subject holds it; undefined where nothing is wrong.
 */
export function describeEncodingFault(text: string): string | undefined {
  const [broken] = BROKEN_ESCAPE.exec(text) ?? [];
  if (broken !== undefined) {
    return `holds ${quote(broken)}, which is not percent-encoded; write % as %25`;
  }
  const bytes = text.match(ESCAPED_CHARACTER)?.find((character) => decode(character) === undefined);
  if (bytes === undefined) return undefined;
  return `holds ${quote(bytes)}, which is not UTF-8; encode text as UTF-8, such as %C3%A9 for é`;
}
