import type { Corpus } from '#search/corpus/corpus.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadRequest } from '../../http/request.ts';
import type { CurrentRelease } from '../../release/current-release.ts';
import type { Release } from '../../release/release.ts';
import { releaseOf } from '../published.ts';
import type { Answer } from './answer.ts';
import { AnswerCoder } from './answer-codings.ts';
import { AnswerMemory } from './answer-memory.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/*
 * Answers to questions about the reviews: made once for each release, then sent from memory.
 *
 * A route makes an `Answer` (answer.ts): its tag, and how to get its bytes. `Answers` keeps
 * it under the target that was asked for (answer-memory.ts), decides on conditions and the coding
 * (prepared-answer.ts), and has the coding made off the event loop (answer-codings.ts). The fast path
 * finds here what is ready; the routes wait for what is not.
 *
 * Nothing that a swap has taken down is sent after it: what had to be waited for is answered only if
 * its release is still served, and otherwise made again from the next one.
 */

/** Edits are rarer than one answer takes; where they are not, the client asks again. */
export const MAX_TRIES = 5;

/** Makes the answer of a release. */
type MakeAnswer = (release: Release) => Answer | Promise<Answer>;

type Memory = {
  /** The log of the release. */
  readonly changes: Release['changes'];
  readonly answers: AnswerMemory;
  readonly preparing: Map<string, Promise<PreparedAnswer>>;
};

type Deps = {
  readonly current: CurrentRelease;
  readonly coder?: Pick<AnswerCoder, 'encode'>;
};

export class Answers {
  readonly #current: CurrentRelease;
  readonly #coder: Pick<AnswerCoder, 'encode'>;
  /**
   * By what is asked about: follow-ups of a release share it, unless its change log follows, and those
   * of an edit never do.
   */
  readonly #memories = new WeakMap<Corpus, Memory>();

  constructor({ current, coder = new AnswerCoder() }: Deps) {
    this.#current = current;
    this.#coder = coder;
  }

  /**
   * The reply that needs no waiting; undefined where there is none. `target` is all that the answer
   * depends on. `make` is for answers that are quick to make. Throws an HttpError for 412.
   */
  find(
    release: Release,
    target: string,
    request: ReadRequest,
    make?: () => Answer,
  ): Reply | undefined {
    const { answers } = this.#memoryOf(release);
    const answer = answers.get(target) ?? (make && new PreparedAnswer(make()));
    if (!answer || answer.isStreamed) return undefined;
    const reply = answer.replyTo(request);
    answers.keep(target, answer);
    return reply;
  }

  /**
   * The reply from the served release, with the answer that `make` makes of it where it is not known.
   * Throws what `make` throws, and an HttpError for 412 and where nothing is served.
   */
  async reply(target: string, request: ReadRequest, make: MakeAnswer): Promise<Reply> {
    for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
      const release = releaseOf(this.#current);
      const memory = this.#memoryOf(release);
      const answer = await this.#find(memory, target, release, make);
      if (!answer || !this.#isServed(release)) continue;
      const ready =
        answer.replyTo(request) ?? (attempt < MAX_TRIES ? undefined : answer.replyUncoded(request));
      if (!ready) await answer.encodeFor(request, this.#coder);
      memory.answers.keep(target, answer);
      if (ready) return ready;
      if (this.#isServed(release)) return answer.replyTo(request) ?? answer.replyUncoded(request);
    }
    const detail = 'The reviews are changing faster than this is answered; ask again in a moment.';
    throw new HttpError(503, detail, [], { 'Retry-After': '2' });
  }

  /** Undefined where it failed, and another release is served by now. */
  async #find(
    memory: Memory,
    target: string,
    release: Release,
    make: MakeAnswer,
  ): Promise<PreparedAnswer | undefined> {
    try {
      return memory.answers.get(target) ?? (await prepare(memory, target, release, make));
    } catch (error) {
      if (this.#isServed(release)) throw error;
      return undefined;
    }
  }

  #isServed({ corpus, changes }: Release): boolean {
    const { release } = this.#current;
    return release?.corpus === corpus && release.changes === changes;
  }

  #memoryOf({ corpus, changes }: Release): Memory {
    const known = this.#memories.get(corpus);
    if (known?.changes === changes) return known;
    const memory: Memory = { changes, answers: new AnswerMemory(), preparing: new Map() };
    this.#memories.set(corpus, memory);
    return memory;
  }
}

/** Makes an answer, once for all that ask for it meanwhile. */
function prepare(
  { preparing }: Memory,
  target: string,
  release: Release,
  make: MakeAnswer,
): Promise<PreparedAnswer> {
  const known = preparing.get(target);
  if (known) return known;
  const prepared = Promise.try(make, release).then((answer) => new PreparedAnswer(answer));
  preparing.set(target, prepared);
  const end = () => preparing.delete(target);
  prepared.then(end, end);
  return prepared;
}
