import { PROTOCOL_VERSIONS } from '#agents/server-info.ts';

/** The first revision without sessions; versions are dates, which compare as text. */
const STATELESS = '2026-07-28';

/** The revisions with sessions, newest first. */
const SESSION_VERSIONS: readonly string[] = PROTOCOL_VERSIONS.filter(
  (version) => version < STATELESS,
);

export function isSessionVersion(version: string): boolean {
  return SESSION_VERSIONS.includes(version);
}

/** The revision to speak with a client that asks for one: that, or the newest there is. */
export function negotiateVersion(asked: string): string {
  return isSessionVersion(asked) ? asked : (SESSION_VERSIONS[0] ?? asked);
}
