/** FNV-1a of 32 bits: all reviews can be compared with an id without looking at them. */
export function hashOfId(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
