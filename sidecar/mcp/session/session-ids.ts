import { createHmac, timingSafeEqual } from 'node:crypto';
import { MCP_LIMITS } from '#agents/server-info.ts';

/** What a session id says of its session. */
export type Session = {
  readonly id: string;
  /** The protocol revision that was negotiated. */
  readonly version: string;
};

type Options = {
  readonly secret: string;
  /** Random bytes, such as those of node:crypto. */
  readonly randomBytes: (size: number) => Buffer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

const LIFE_MS = MCP_LIMITS.sessionHours * 3_600_000;
const FORM = /^([\w-]{22}\.([0-9a-z]{8})\.(\d{4}-\d{2}-\d{2}))\.([\w-]{43})$/;
/** A clock of another replica may be ahead. */
const MAX_SKEW_MS = 60_000;

/**
 * Ids that hold their session: 128 random bits, the time of issue, the negotiated version, and an
 * HMAC-SHA256 over them. A session thus costs no memory, outlives a restart, and is known to every
 * replica with the same secret. It is no credential: the HMAC keeps ids from being made up.
 */
export class SessionIds {
  readonly #options: Options;
  /** Those whose signature was found right, oldest first: most are sent many times. */
  readonly #signed = new Set<string>();
  /** Deleted ones, with the time at which they would have expired, oldest first. */
  readonly #ended = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** A new id: 86 visible ASCII characters, as the transport asks. */
  create(version: string): string {
    const { randomBytes, now } = this.#options;
    const random = randomBytes(16).toString('base64url');
    const claim = `${random}.${now().toString(36).padStart(8, '0')}.${version}`;
    return `${claim}.${this.#sign(claim)}`;
  }

  /** The session of an id; undefined where it was made up, is over, or was ended. */
  read(id: string): Session | undefined {
    const [, claim = '', issued = '', version = '', signature = ''] = FORM.exec(id) ?? [];
    if (claim === '') return undefined;
    const age = this.#options.now() - Number.parseInt(issued, 36);
    if (age >= LIFE_MS || age < -MAX_SKEW_MS || this.#ended.has(id)) return undefined;
    return this.#isSigned(id, claim, signature) ? { id, version } : undefined;
  }

  /** Ends a session. Of very many that are ended, the oldest may be used again: they give no right. */
  end({ id }: Session): void {
    const now = this.#options.now();
    for (const [old, expires] of this.#ended) {
      if (expires > now && this.#ended.size < MCP_LIMITS.endedSessions) break;
      this.#ended.delete(old);
    }
    this.#ended.set(id, now + LIFE_MS);
  }

  #isSigned(id: string, claim: string, signature: string): boolean {
    if (this.#signed.has(id)) return true;
    const expected = this.#sign(claim);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return false;
    this.#signed.add(id);
    if (this.#signed.size <= MCP_LIMITS.rememberedSignatures) return true;
    const [oldest] = this.#signed;
    if (oldest !== undefined) this.#signed.delete(oldest);
    return true;
  }

  #sign(claim: string): string {
    return createHmac('sha256', this.#options.secret).update(claim).digest('base64url');
  }
}
