import { Agent } from 'node:http';
import { type Answered, ask } from '../support/ask.ts';
import { sendRaw } from '../support/raw-http.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { Bodies } from './bodies.ts';
import { describeHeaders, type FixedHeaders, plainBody, type Seen, Tags } from './headers.ts';

/** Parts shared by all transcripts of a run. */
export type Shared = {
  /** Where the service listens. */
  readonly url: string;
  readonly bodies: Bodies;
  readonly fixed: FixedHeaders;
  /** A text without what differs from run to run, such as the port of a subscriber. */
  readonly settle: (text: string) => string;
};

type Request = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The point of the request, where it does not show by itself. */
  readonly note?: string;
};

/** An exchange, or something else that was seen, by the line that names it. */
export type Entry = { readonly name: string; readonly text: string };

/**
 * Requests with their answers, in the order in which they are asked: data for people to read, in which
 * a change of behavior is a difference.
 */
export class Transcript {
  readonly #shared: Shared;
  readonly #tags = new Tags();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #entries: Entry[] = [];

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Asks for a target with a method, such as `GET /reviews.json`, and writes down the exchange. */
  async ask(line: string, { headers = {}, body, note }: Request = {}): Promise<Answered> {
    const [method = '', target = ''] = line.split(' ', 2);
    const { url, settle } = this.#shared;
    const answered = await ask(url, target, {
      method,
      headers,
      agent: this.#agent,
      ...(body !== undefined && { body }),
    });
    const sent = Object.entries(headers).map(
      ([name, value]) => `${name}: ${this.#tags.label(value)}`,
    );
    const asked = [...sent, ...(body === undefined ? [] : ['', describeSent(body)])].join('\n');
    const title = note === undefined ? line : `${line} (${note})`;
    const said = await this.#describe(answered, { method, target, subject: note ?? target });
    this.write(shorten(title), settle([asked, '', said].join('\n')));
    return answered;
  }

  /** Sends bytes over a connection of their own, and writes down the answer. */
  async send(bytes: string): Promise<void> {
    const { url, settle } = this.#shared;
    const [answer] = await sendRaw(url, bytes, { isHead: bytes.startsWith('HEAD ') });
    const name = shorten(JSON.stringify(bytes)).replaceAll('\\r\\n', ' ⏎ ');
    if (!answer) return;
    this.write(name, settle(await this.#describe(answer, { target: name, subject: name })));
  }

  /** A body as it is written down. */
  describeBody(mediaType: string, bytes: Buffer, subject: string): Promise<string> {
    return this.#shared.bodies.describe(mediaType, bytes, subject);
  }

  /** Resolves when the hub has done what it was asked about a subscription, at the target of its state. */
  async settled(target: string): Promise<void> {
    const headers = { Accept: 'application/json' };
    await waitUntil(`nothing is asked at ${target}`, async () => {
      const { json } = await ask(this.#shared.url, target, { headers });
      return !('request' in json());
    });
  }

  /** Writes down something else that was seen. */
  write(name: string, text: string): void {
    this.#entries.push({ name: this.#shared.settle(name), text: text.trim() });
  }

  /** Ends its connections. */
  close(): void {
    this.#agent.destroy();
  }

  async #describe(answered: Seen, { method = 'bytes', target, subject }: Asked): Promise<string> {
    const { status, headers } = answered;
    const { bodies, fixed, settle } = this.#shared;
    const own = describeHeaders(answered, settle(shorten(target)), this.#tags);
    const shared = fixed.nameOf(answered, settle(shorten(`${status} of ${method} ${target}`)));
    const head = [status, ...own, `{headers of ${shared}}`].join('\n');
    const body = plainBody(answered);
    if (body.length === 0) return head;
    return `${head}\n\n${await bodies.describe(String(headers['content-type']), body, subject)}`;
  }
}

type Asked = { readonly method?: string; readonly target: string; readonly subject: string };

/** The body of a request; bytes are no text. */
function describeSent(body: string | Buffer): string {
  return typeof body === 'string' ? shorten(body) : `{base64: ${body.toString('base64')}}`;
}

/** A text of a bounded length. */
function shorten(text: string): string {
  return text.length <= 1_000 ? text : `${text.slice(0, 100)}… (${text.length} characters)`;
}

/** All entries as one text. */
export function formatTranscript(entries: readonly Entry[]): string {
  return entries.map(({ name, text }) => `### ${name}\n${text}\n`).join('\n');
}

/** The entries of such a text. */
export function readTranscript(text: string): Entry[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return { name, text: lines.join('\n').trim() };
    });
}
