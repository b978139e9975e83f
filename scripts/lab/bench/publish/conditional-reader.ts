import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Answer, headerOf, send } from '../load/ask.ts';

export type Arrival = {
  /** The head of the answer that has it. */
  readonly head: number;
  readonly whole: number;
};

const PAUSE_MILLISECONDS = 1;

/** A reader that asks for one file again and again on one connection, and knows its last ETag. */
export class ConditionalReader implements Disposable {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #etag: string | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async open(): Promise<void> {
    const answer = await this.#ask();
    if (answer.status !== 200) throw new Error(`${this.#url} answers ${answer.status}`);
    this.#etag = headerOf(answer, 'etag');
  }

  /** Asks until an answer holds a text, and times it. Throws an Error where none does in time. */
  async waitFor(text: string, start: number, longestMilliseconds: number): Promise<Arrival> {
    while (performance.now() - start < longestMilliseconds) {
      const answer = await this.#ask();
      const { status, headAt, wholeAt, body } = answer;
      if (status === 200) {
        this.#etag = headerOf(answer, 'etag');
        if (body.includes(text)) return { head: headAt - start, whole: wholeAt - start };
      } else if (status !== 304) {
        throw new Error(`${this.#url} answers ${status}`);
      }
      // The machine may have two processors: polling must not take one of them.
      await setTimeout(PAUSE_MILLISECONDS);
    }
    throw new Error(`the edit was not served within ${longestMilliseconds / 1000} s`);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  #ask(): Promise<Answer> {
    const headers = this.#etag === undefined ? {} : { 'If-None-Match': this.#etag };
    return send({ url: this.#url, headers }, this.#agent);
  }
}
