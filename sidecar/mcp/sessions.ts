import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { MCP_LIMITS } from '#agents/server-info.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';

/** The contents of a session id. */
export type Session = {
  readonly id: string;
  /** The negotiated protocol revision. */
  readonly version: string;
};

/**
 * Ids that contain their session: 128 random bits, the version, and an HMAC-SHA256 over them, which
 * keeps them from being forged. A session needs no memory, outlives a restart, and is known to
 * every replica with the same secret.
 */
export class SessionIds {
  readonly #secret: string;
  /** Oldest first. */
  readonly #ended = new Set<string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Returns a new id of visible ASCII characters, as the transport requires. */
  create(version: string): string {
    const claim = `${randomBytes(16).toString('base64url')}.${version}`;
    return `${claim}.${this.#sign(claim)}`;
  }

  /** Returns the session of an id; undefined if it was forged or ended. */
  read(id: string): Session | undefined {
    const [, claim = '', version = '', signature = ''] = /^(.+\.(.+))\.(.+)$/.exec(id) ?? [];
    const given = Buffer.from(signature);
    const right = Buffer.from(this.#sign(claim));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return this.#ended.has(id) ? undefined : { id, version };
  }

  /** Ends a session. If very many are ended, the oldest may be used again: they grant no rights. */
  end({ id }: Session): void {
    this.#ended.add(id);
    const [oldest = id] = this.#ended;
    if (this.#ended.size > MCP_LIMITS.endedSessions) this.#ended.delete(oldest);
  }

  #sign(claim: string): string {
    return createHmac('sha256', this.#secret).update(claim).digest('base64url');
  }
}

export const SECRET_FILE = 'mcp-session-secret';
/** 256 bits cannot be guessed, and a longer key does not make the HMAC stronger. */
const SECRET_BYTES = 32;

/**
 * Returns the secret that signs session ids: kept in STATE_DIR and created there the first time, so
 * that sessions outlive a restart. Without it, sessions end with the process.
 */
export function keptSecret(stateDir: string, log: Logger): string {
  const file = join(stateDir, SECRET_FILE);
  let kept = '';
  try {
    kept = readFileSync(file, 'utf8').trim();
  } catch {
    // A first start has none.
  }
  // Any other content is damaged: the sessions of before have ended.
  if (/^[\w-]{43}$/.test(kept)) return kept;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  try {
    makeFolder(stateDir, OWN_FOLDER);
    // Whole or not at all, and never with the permissions of an older file.
    const fresh = `${file}.new`;
    rmSync(fresh, { force: true });
    writeFileSync(fresh, secret, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (err) {
    log.warn({ err, file }, 'MCP sessions will end with this process: their secret cannot be kept');
  }
  return secret;
}
