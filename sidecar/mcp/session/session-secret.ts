import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { isMissing } from '#dataset/reading-problems.ts';
import { makeFolder, OWN_FOLDER } from '#release/make-folder.ts';

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

/** What cannot be used is told, as whoever has a session loses it: only a first start is silent. */
function readSecret(file: string, log: Logger): string | undefined {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    // What is shorter was not written to its end.
    if (/^[\w-]{43}$/.test(secret)) return secret;
    log.warn({ file }, 'MCP sessions of before have ended: their secret is damaged, and made anew');
  } catch (err) {
    if (isMissing(err)) return undefined;
    log.warn({ err, file }, 'MCP sessions of before have ended: their secret cannot be read');
  }
  return undefined;
}
