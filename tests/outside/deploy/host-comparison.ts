import { Transcript } from '../../contract/transcript.ts';
import { Bodies } from '../../contract/bodies.ts';
import { FixedHeaders } from '../../contract/headers.ts';
import { type Answered, ask } from '../../support/ask.ts';

type Asked = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Returns the reason for which a host need not answer as the service does. */
export type Excuse = (asked: Asked, answered: Answered) => string | undefined;

/** They are of a connection, of an instant, or made by each server, or of purges. */
const OWN =
  /^(?:date|connection|keep-alive|server|etag|last-modified|content-length|transfer-encoding|accept-ranges|cache-tag|surrogate-key)$/;

/** Answers of the service, each asked for once. */
export type Known = Map<string, Answered>;

/** Plays requests against the service and a host of its files, and lists where they differ. */
export class HostComparison extends Transcript {
  readonly differences: string[] = [];
  /** How many requests were excused, by the reason. */
  readonly excused = new Map<string, number>();
  compared = 0;
  readonly #service: string;
  readonly #host: string;
  readonly #known: Known;
  readonly #excuse: Excuse;
  /** The host's tag of a representation, by that of the service, and the reverse. */
  readonly #codings = new Map<string, string>();
  readonly #tags = new Map<string, string>();

  constructor(urls: { service: string; host: string }, known: Known, excuse: Excuse) {
    const shared = { bodies: new Bodies(), fixed: new FixedHeaders(), settle: (text: string) => text };
    super({ url: urls.service, ...shared });
    this.#service = urls.service;
    this.#host = urls.host;
    this.#known = known;
    this.#excuse = excuse;
  }

  override async ask(line: string, { headers = {} }: { headers?: Record<string, string> } = {}) {
    const [method = '', target = ''] = line.split(' ', 2);
    const asked = { method, target, headers };
    const expected = await this.#fromService(asked);
    const reason = this.#excuse(asked, expected);
    if (reason !== undefined) {
      this.excused.set(reason, (this.excused.get(reason) ?? 0) + 1);
      return expected;
    }
    const sent = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/"[^"]*"/g, (tag) => this.#tags.get(tag) ?? tag),
    ]);
    const actual = await ask(this.#host, target, { method, headers: Object.fromEntries(sent) });
    this.compared += 1;
    for (const difference of this.#compare(expected, actual)) {
      this.differences.push(`${line} ${JSON.stringify(headers)}: ${difference}`);
    }
    return expected;
  }

  /** The coding of the representation that a tag of the service names. */
  codingOf(tag: string): string | undefined {
    return this.#codings.get(tag.replace('W/', ''));
  }

  override async send(): Promise<void> {}
  override write(): void {}

  async #fromService({ method, target, headers }: Asked): Promise<Answered> {
    const key = JSON.stringify([method, target, headers]);
    const known = this.#known.get(key);
    if (known) return known;
    const answered = await ask(this.#service, target, { method, headers });
    this.#known.set(key, answered);
    const { etag, 'content-encoding': coding = 'identity' } = answered.headers;
    if (answered.status === 200 && etag) this.#codings.set(etag, coding);
    return answered;
  }

  #compare(expected: Answered, actual: Answered): string[] {
    // A 304 may repeat more of the answer that it stands for (RFC 9110 §15.4.5).
    const more = expected.status === 304 ? {} : actual.headers;
    const names = new Set([...Object.keys(expected.headers), ...Object.keys(more)]);
    const fields = [...names]
      .filter((name) => !OWN.test(name) && expected.headers[name] !== actual.headers[name])
      .map((name) => `${name} is ${actual.headers[name]}, not ${expected.headers[name]}`);
    if (actual.status !== expected.status) {
      return [`status ${actual.status}, not ${expected.status}`, ...fields];
    }
    const body = actual.body.equals(expected.body) ? [] : [`${actual.body.length} other bytes`];
    return [...fields, ...body, ...this.#compareTags(expected, actual)];
  }

  /** A tag is strong, and of one representation alone. */
  #compareTags({ status, headers }: Answered, actual: Answered): string[] {
    const [theirs, ours] = [actual.headers.etag, headers.etag];
    if (ours === undefined || status >= 400 || theirs === ours) return [];
    if (theirs === undefined || !/^"[^"]+"$/.test(theirs)) return [`etag ${theirs} is not strong`];
    const [known, other] = [this.#tags.get(ours), this.#tags.get(theirs)];
    if (known !== undefined && known !== theirs) return [`etag ${theirs}, before ${known}`];
    if (other !== undefined && other !== ours) return [`etag ${theirs} of two representations`];
    this.#tags.set(ours, theirs);
    this.#tags.set(theirs, ours);
    return [];
  }
}
