import { joinPieces, type Pieces } from '#search/pieces.ts';
import type {
  Answered,
  AnsweredWithBody,
  CallbackClient,
  Unreached,
} from '../../sidecar/hub/callback/callback-client.ts';

type Parameters = Readonly<Record<string, string>>;
type Asked = { readonly callback: string; readonly parameters: Parameters };
type Delivered = {
  readonly callback: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
type Answer<Value> = Value | undefined | Promise<Value | undefined>;

/** What callbacks do, where it is not what a good one does. */
export type Script = {
  readonly canReach?: (callback: string) => boolean;
  readonly get?: (asked: Asked) => Answer<AnsweredWithBody | Unreached>;
  readonly post?: (delivered: Delivered) => Answer<Answered | Unreached>;
};

export const status = (code: number, retryAfter?: string): Answered => {
  return { kind: 'answered', status: code, retryAfter };
};
export const unreached = (fault: Unreached['fault']): Unreached => {
  return { kind: 'unreached', fault, message: `the callback is ${fault}` };
};
export const saying = (body: string, code = 200): AnsweredWithBody => {
  return { ...status(code), body: Buffer.from(body) };
};

/** Callbacks without a network: each does as the script says, or what a good one does. */
export class ScriptedCallbacks implements CallbackClient {
  readonly asked: Asked[] = [];
  readonly delivered: Delivered[] = [];
  script: Script = {};
  /** Requests under way now, by host, and the most that there were at once. */
  readonly underWay = new Map<string, number>();
  mostUnderWay = 0;
  readonly #closing = Promise.withResolvers<Unreached>();

  async get(callback: string, parameters: readonly (readonly [string, string])[]) {
    const asked = { callback, parameters: Object.fromEntries(parameters) };
    this.asked.push(asked);
    const given = this.#during(callback, () => this.script.get?.(asked));
    const answer = await Promise.race([given, this.#closing.promise]);
    return answer ?? saying(asked.parameters['hub.challenge'] ?? '');
  }

  async post(callback: string, headers: Readonly<Record<string, string>>, body: Pieces) {
    const delivered = { callback, headers, body: joinPieces(body).toString() };
    this.delivered.push(delivered);
    const given = this.#during(callback, () => this.script.post?.(delivered));
    const answer = await Promise.race([given, this.#closing.promise]);
    return answer ?? status(204);
  }

  async canReach(callback: string): Promise<boolean> {
    return this.script.canReach?.(callback) ?? true;
  }

  /** Whatever never ends ends here. */
  async close(): Promise<void> {
    this.#closing.resolve(unreached('local'));
  }

  async #during<Value>(callback: string, work: () => Answer<Value>): Promise<Value | undefined> {
    const host = new URL(callback).hostname;
    const count = (change: number) =>
      this.underWay.set(host, (this.underWay.get(host) ?? 0) + change);
    count(1);
    const all = [...this.underWay.values()].reduce((sum, one) => sum + one, 0);
    this.mostUnderWay = Math.max(this.mostUnderWay, all);
    try {
      return await work();
    } finally {
      count(-1);
    }
  }
}
