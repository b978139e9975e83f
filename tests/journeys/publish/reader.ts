import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { artifactAt } from '#artifacts/catalog.ts';
import { strongEtag } from '#search/corpus/pieces.ts';
import type { Random } from '../../../scripts/generate/random.ts';
import { type Answered, ask, decode } from '../../support/ask.ts';
import { editionsIn, reviewsIn } from '../../support/sample-content.ts';

const CODINGS = ['identity', 'br', 'zstd', 'gzip', 'br;q=0.5, gzip;q=0.9, *;q=0.1'] as const;

/** A search that finds every review of an edition. */
export const EVERY_REVIEW = '/api/reviews/search?query=edition&limit=100';

/** No answer from memory takes this long. */
const TIMEOUT_MS = 60_000;
/** So many requests go over one connection. */
const MOST_ON_CONNECTION = 40;

/** One client that reads what is published, an answer at a time, and checks each. */
export class Reader {
  readonly #url: string;
  readonly #random: Random;
  readonly #targets: readonly string[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** The answer that each validator was sent with, by target and coding. */
  readonly #known = new Map<string, Map<string, number | undefined>>();
  /** Of data and pages alike: both are of what is served. */
  #newest = 0;
  #sent = 0;
  /** The number of answers by status. The test decides if pages may be 503. */
  readonly counts: Record<string, number> = {};
  readonly editions = new Set<number>();
  readonly pageEditions = new Set<number>();

  constructor(url: string, random: Random, targets: readonly string[]) {
    this.#url = url;
    this.#random = random;
    this.#targets = targets;
  }

  /** Reads until the signal. Throws at the first wrong answer, and names it. */
  async readUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const target = this.#random.pick(this.#targets);
      const coding = this.#random.pick(CODINGS);
      await this.read(target, coding, this.#random.chance(0.5));
      // Asked again at once: most often it did not change in between.
      if (this.#random.chance(0.25)) await this.read(target, coding, true);
    }
    this.close();
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Reads one target and checks the answer. Returns its edition, if it names one. */
  async read(target: string, coding: string, isConditional: boolean): Promise<number | undefined> {
    const key = `${coding} ${target}`;
    const known = this.#known.get(key) ?? new Map<string, number | undefined>();
    this.#known.set(key, known);
    const tags = isConditional ? [...known.keys()].slice(-2) : [];
    const answer = await this.#ask(target, {
      'Accept-Encoding': coding,
      Accept: this.#random.pick(['*/*', 'text/html', 'application/json']),
      ...(tags.length > 0 && { 'If-None-Match': tags.join(', ') }),
    });
    this.counts[answer.status] = (this.counts[answer.status] ?? 0) + 1;
    try {
      return this.#check(target, answer, known, tags);
    } catch (cause) {
      const shown = `${JSON.stringify(answer.headers)} ${answer.text.slice(0, 300)}`;
      throw new Error(`${target} (${coding}): ${answer.status} ${shown}`, { cause });
    }
  }

  #check(
    target: string,
    answer: Answered,
    known: Map<string, number | undefined>,
    tags: readonly string[],
  ): number | undefined {
    const { status, headers, body } = answer;
    const { etag = '' } = headers;
    const has = isData(target);
    if (status === 200) {
      const { edition, total } = checkWhole(target, answer);
      if (target === EVERY_REVIEW && edition !== undefined) {
        assert.equal(total, reviewsIn(edition), 'another number of reviews is found');
      }
      if (known.has(etag)) assert.equal(known.get(etag), edition, 'two bodies with one ETag');
      known.set(etag, edition);
      this.#note(edition, has);
      return edition;
    }
    if (status === 304) {
      assert.ok(tags.includes(etag), '304 for a tag that was not sent');
      assert.equal(body.length, 0);
      const edition = known.get(etag);
      this.#note(edition, has);
      return edition;
    }
    assert.ok(!has, 'data are there at all times');
    assert.equal(headers['content-length'], String(body.length));
    if (status === 503) {
      assert.match(headers['retry-after'] ?? '', /^\d+$/);
      return undefined;
    }
    assert.equal(status, 404);
    assert.match(target, /^\/reviews\/review-\d+\/$/);
    const editions = editionsIn(body.toString('utf8'));
    assert.ok(editions.length <= 1);
    this.#note(editions[0], has);
    return undefined;
  }

  /** A client that has seen a release gets no older one. */
  #note(edition: number | undefined, isOfData: boolean): void {
    if (edition === undefined) return;
    assert.ok(edition >= this.#newest, `edition ${this.#newest} was there before`);
    this.#newest = edition;
    (isOfData ? this.editions : this.pageEditions).add(edition);
  }

  #ask(target: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
    this.#sent++;
    // A new connection is answered without a parser until it asks for something that needs one.
    if (this.#sent % MOST_ON_CONNECTION === 0) this.#agent.destroy();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return ask(this.#url, target, { headers, agent: this.#agent, signal });
  }
}

/** Data files that an edit of a review leaves as they are: no edition is in them. */
export const OF_NO_EDITION = ['/openapi.json', '/.well-known/openapi.json', '/context.jsonld'];

/** True of targets that are answered from the data of a release; the others are pages. */
function isData(target: string): boolean {
  return target.startsWith('/api/') || artifactAt(target) !== undefined;
}

/**
 * Holds a 200 against itself: it is whole, decodes, is what its ETag says, and is made of one
 * edition. Returns that edition, where the text names it, and the total of a search.
 */
function checkWhole(target: string, answer: Answered) {
  const { headers, body } = answer;
  assert.equal(headers['content-length'], String(body.length), 'Content-Length');
  // The tags of since, and of answers that are compressed, cover what determines the bytes.
  const isDerived = headers['content-encoding'] !== undefined && target.startsWith('/api/');
  const isOfBytes = artifactAt(target) !== undefined || !isDerived;
  if (isOfBytes && !target.startsWith('/api/reviews/since/')) {
    assert.equal(headers.etag, strongEtag(body));
  }
  const text = decode(answer);
  if (headers['content-type']?.includes('json')) JSON.parse(text);
  if (text.includes('<html')) assert.match(text, /<\/html>\s*$/);
  if (target === '/feed.xml') assert.match(text, /<\/feed>\s*$/);
  const editions = editionsIn(text);
  assert.ok(editions.length <= 1, `editions ${editions.join()} at once`);
  return { edition: editions[0], total: Number(/^\{"total":(\d+),/.exec(text)?.[1] ?? 0) };
}
