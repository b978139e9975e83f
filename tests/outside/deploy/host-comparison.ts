import { Bodies } from '../../contract/bodies.ts';
import { FixedHeaders } from '../../contract/headers.ts';
import { Transcript } from '../../contract/transcript.ts';
import { type Answered, ask } from '../../support/ask.ts';
import { type Asked, type Host, whyNot } from './host-limits.ts';

/** They are of a connection or an instant, made by each server, or for purges. */
export const OWN =
  /^(?:date|connection|keep-alive|server|etag|last-modified|content-length|transfer-encoding|accept-ranges|cache-tag|surrogate-key)$/;

/** An answer as a host of files should have it. */
type Expected = Pick<Answered, 'status' | 'headers' | 'body'>;

/** Answers of a service, each asked for once, and the coding that each of its tags is of. */
export class KnownService {
  readonly url: string;
  readonly codings = new Map<string, string>();
  readonly #answers = new Map<string, Answered>();

  constructor(url: string) {
    this.url = url;
  }

  async ask({ method, target, headers }: Asked): Promise<Answered> {
    const key = JSON.stringify([method, target, headers]);
    const answered = this.#answers.get(key) ?? (await ask(this.url, target, { method, headers }));
    this.#answers.set(key, answered);
    const { etag, 'content-encoding': coding = 'identity' } = answered.headers;
    if (answered.status === 200 && etag) this.codings.set(etag, coding);
    return answered;
  }
}

/** Plays requests against a service and a host of its files, and lists where they differ. */
export class HostComparison extends Transcript {
  readonly differences: string[] = [];
  /** The reasons for which requests were not compared. */
  readonly excused = new Set<string>();
  compared = 0;
  readonly #service: KnownService;
  readonly #host: Host;
  /** The host's tag of a representation, by the service's, and the reverse. */
  readonly #tags = new Map<string, string>();

  constructor(service: KnownService, host: Host) {
    const shared = { bodies: new Bodies(), fixed: new FixedHeaders() };
    super({ url: service.url, ...shared, settle: (text) => text });
    this.#service = service;
    this.#host = host;
  }

  override async ask(
    line: string,
    { headers = {} }: { readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Answered> {
    const [method = '', target = ''] = line.split(' ', 2);
    const asked = { method, target, headers };
    const answered = await this.#service.ask(asked);
    const reason = whyNot(asked, answered, this.#host, this.#service.codings);
    if (reason !== undefined) {
      this.excused.add(reason);
      return answered;
    }
    const sent = Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/"[^"]*"/g, (tag) => this.#tags.get(tag) ?? tag),
    ]);
    const actual = await ask(this.#host.url, target, {
      method,
      headers: Object.fromEntries(sent),
    });
    this.compared += 1;
    for (const difference of this.#compare(this.#host.expect(answered), actual)) {
      this.differences.push(`${line} ${JSON.stringify(headers)}: ${difference}`);
    }
    return answered;
  }

  override async send(): Promise<void> {}
  override write(): void {}

  #compare(expected: Expected, actual: Answered): string[] {
    const isRedirect = expected.status >= 300 && expected.status < 400;
    // A 304 may repeat more of its 200 (RFC 9110 §15.4.5), and a redirect have a text.
    const more = isRedirect ? {} : actual.headers;
    const names = new Set([...Object.keys(expected.headers), ...Object.keys(more)]);
    const fields = [...names]
      .filter((name) => !OWN.test(name) && expected.headers[name] !== actual.headers[name])
      .map((name) => `${name} is ${actual.headers[name]}, not ${expected.headers[name]}`);
    if (actual.status !== expected.status) {
      return [`status is ${actual.status}, not ${expected.status}`, ...fields];
    }
    const isSame = isRedirect || actual.body.equals(expected.body);
    const body = isSame ? [] : [`body has ${actual.body.length} other bytes`];
    return [...fields, ...body, ...this.#compareTags(expected, actual)];
  }

  /** A tag is strong, and of one representation alone. */
  #compareTags({ status, headers: { etag: ours } }: Expected, actual: Answered): string[] {
    const { etag: theirs } = actual.headers;
    if (ours === undefined || status >= 400 || theirs === ours) return [];
    if (theirs === undefined || !/^"[^"]+"$/.test(theirs)) return [`etag ${theirs} is not strong`];
    const [known = theirs, other = ours] = [this.#tags.get(ours), this.#tags.get(theirs)];
    if (known !== theirs) return [`etag is ${theirs}, and was ${known}`];
    if (other !== ours) return [`etag ${theirs} is of two representations`];
    this.#tags.set(ours, theirs).set(theirs, ours);
    return [];
  }
}
