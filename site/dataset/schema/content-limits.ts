/** Maximum size of a published text: a review, a reply, an answer. People write shorter ones. */
export const MAX_TEXT_BYTES = 64 * 1024;

/** Maximum size of front matter: a reply of maximum length fits in any notation. */
export const MAX_FRONT_MATTER_BYTES = 256 * 1024;

/** Both, and the lines of hyphens and blank lines around them. */
export const MAX_MARKDOWN_BYTES = MAX_TEXT_BYTES + MAX_FRONT_MATTER_BYTES + 1024;

/** Thousands of technicians, services or terms. */
export const MAX_YAML_BYTES = 1024 * 1024;

/** Room for a hundred thousand tombstones; each takes a tenth of a millisecond to read. */
export const MAX_REMOVALS_BYTES = 8 * 1024 * 1024;

/** Maximum size of a content file; a larger one is a mistake or an attack. */
export function maxBytesOf(path: string): number {
  if (path.endsWith('.md')) return MAX_MARKDOWN_BYTES;
  return path === 'removed.yaml' ? MAX_REMOVALS_BYTES : MAX_YAML_BYTES;
}

/** Returns true if a text is short enough to be published. */
export function isTextShort(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_TEXT_BYTES;
}

/** Returns a size in words, such as 1,024 KiB. */
export function inKib(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString('en-US')} KiB`;
}
