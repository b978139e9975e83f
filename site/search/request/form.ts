/** A parsed value, or everything that is wrong with the input. */
export type Parsed<Value, Problem = string> =
  | { readonly value: Value; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };

/** A name and a value as they were sent, decoded; undefined where they are not valid UTF-8. */
export type FormPair = {
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
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
