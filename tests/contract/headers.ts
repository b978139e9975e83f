import { decodeBytes } from '../support/ask.ts';
import { digestOf } from './digest.ts';

/** An answer as it was sent. */
export type Seen = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
};

/** They differ from run to run, or with a limit of rates, which is off here. */
const LEFT_OUT = /^(?:date|age|ratelimit|ratelimit-policy)$/i;

/** They are the same for all answers of a kind, and written down once for each. */
const FIXED =
  /^(?:access-control-(?:allow-origin|expose-headers)|content-security-policy|cross-origin-.+|origin-agent-cluster|permissions-policy|referrer-policy|x-.+|strict-transport-security|connection|keep-alive)$/i;

/** Files of the bundle of the pages, which were modified when that was made. */
const BUNDLED = /^\/(?:favicon\.|_astro\/)/;

/** The groups of headers that answers share, by the request that showed each first. */
export class FixedHeaders {
  readonly #subjects = new Map<string, string>();

  /** All of them, as one text. */
  get text(): string {
    return [...this.#subjects].map(([lines, subject]) => `### ${subject}\n${lines}\n`).join('\n');
  }

  /** The name of the group that an answer has, which begins with `subject` if no other had it before. */
  nameOf(answered: Seen, subject: string): string {
    const headers = headersOf(answered).filter(([name]) => FIXED.test(name));
    const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
    const known = this.#subjects.get(lines);
    if (known !== undefined) return known;
    const taken = new Set(this.#subjects.values());
    let name = subject;
    for (let count = 2; taken.has(name); count++) name = `${subject} (${count})`;
    this.#subjects.set(lines, name);
    return name;
  }
}

/** Names and values, sorted by name. */
function headersOf({ rawHeaders }: Seen): (readonly [name: string, value: string])[] {
  return rawHeaders
    .flatMap((name, index) =>
      index % 2 === 0 && !LEFT_OUT.test(name) ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
    )
    .toSorted(([one], [other]) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
}

/**
 * The tags of a transcript. What a tag is made of depends on the machine where an answer is compressed,
 * so that it is written as what it must be: the digest of the bytes, or the tag of an earlier answer.
 */
export class Tags {
  readonly #labels = new Map<string, string>();
  readonly #lengths = new Map<string, string>();

  /** A value of a header with labels in the place of tags. */
  label(value: string): string {
    return value.replaceAll(/"([\w-]{20,})"/g, (quoted, tag: string) => {
      const label = this.#labels.get(tag);
      return label === undefined ? quoted : `"{tag of ${label}}"`;
    });
  }

  /** The ETag of an answer, which is known by its subject from now on. */
  state(value: string, subject: string, { headers, body }: Seen): string {
    const tag = value.slice(1, -1);
    const isDigest = body.length > 0 && value === `"${digestOf(body)}"`;
    const coding = headers['content-encoding'];
    const label = coding === undefined ? subject : `${subject} in ${coding}`;
    if (body.length > 0) this.#lengths.set(tag, String(body.length));
    if (body.length > 0 && !this.#labels.has(tag)) this.#labels.set(tag, label);
    return isDigest ? '"{digest of the body}"' : this.label(value);
  }

  /** The Content-Length of an answer: that of the body, also of the one that a HEAD leaves out. */
  stateLength(value: string, { headers, body }: Seen): string {
    if (body.length > 0 && value === String(body.length)) return '{of the body}';
    const isLeftOut = this.#lengths.get(String(headers.etag).slice(1, -1)) === value;
    return isLeftOut ? '{of the body that GET has}' : value;
  }
}

/** The headers that an answer has of its own, as lines. */
export function describeHeaders(answered: Seen, subject: string, tags: Tags): string[] {
  return headersOf(answered)
    .filter(([name]) => !FIXED.test(name))
    .map(([name, value]) => {
      if (/^etag$/i.test(name)) return `${name}: ${tags.state(value, subject, answered)}`;
      if (/^content-length$/i.test(name)) return `${name}: ${tags.stateLength(value, answered)}`;
      const isBundled = /^last-modified$/i.test(name) && BUNDLED.test(subject);
      return `${name}: ${isBundled ? '{when the pages were bundled}' : value}`;
    });
}

/** The body of an answer without its coding. Throws where that is not what it says. */
export function plainBody(answered: Seen): Buffer {
  return answered.body.length === 0 ? answered.body : decodeBytes(answered);
}
