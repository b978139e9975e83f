import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { isMissing } from '#dataset/read/read-content.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';

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
/** Maximum ids known to be signed: an HMAC costs a small call some percent of its time. */
const MAX_SIGNED = 1000;

/**
 * Ids that hold their session: 128 random bits, the time of issue, the negotiated version, and an
 * HMAC-SHA256 over them. A session thus needs no memory, outlives a restart, and is known to every
 * replica with the same secret. It is no credential: the HMAC keeps ids from being made up.
 */
export class SessionIds {
  readonly #options: Options;
  /** Those whose signature was right, oldest first. */
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
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(claim)))) return false;
    const [oldest] = this.#signed;
    if (oldest !== undefined && this.#signed.size >= MAX_SIGNED) this.#signed.delete(oldest);
    this.#signed.add(id);
    return true;
  }

  #sign(claim: string): string {
    return createHmac('sha256', this.#options.secret).update(claim).digest('base64url');
  }
}

const SECRET_FILE = 'mcp-session-secret';
/** 256 bits: nobody guesses it, and no longer key makes the HMAC stronger. */
const SECRET_BYTES = 32;

/**
 * The secret that signs session ids: kept in STATE_DIR and made there the first time, so that
 * sessions outlive a restart. Where it can be neither read nor kept, sessions end with the process.
 */
export function keptSecret(stateDir: string, log: Logger): string {
  const file = join(stateDir, SECRET_FILE);
  const known = readSecret(file, log);
  if (known !== undefined) return known;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  try {
    makeFolder(stateDir, OWN_FOLDER);
    // Whole or not at all, and never with the rights of an older file.
    const fresh = `${file}.new`;
    rmSync(fresh, { force: true });
    writeFileSync(fresh, secret, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (err) {
    log.warn({ err, file }, 'MCP sessions will end with this process: their secret cannot be kept');
  }
  return secret;
}

/** An unusable secret is logged, since all sessions end with it; a first start has none. */
function readSecret(file: string, log: Logger): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    // What is shorter was not written to its end.
    if (/^[\w-]{43}$/.test(secret)) return secret;
    log.warn({ file }, 'earlier MCP sessions have ended: their secret was damaged and is replaced');
  } catch (err) {
    if (isMissing(err)) return undefined;
    log.warn({ err, file }, 'MCP sessions of before have ended: their secret cannot be read');
  }
  return undefined;
}
