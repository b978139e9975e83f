/** What a system says where it is at fault, in words that end a sentence. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'the quota is used up'],
  ['EROFS', 'it is read-only'],
  ['EACCES', 'it may not be written'],
  ['EPERM', 'it may not be written'],
  // Node says so, too, where a folder is to be made on a disk that is read-only.
  ['ENOENT', 'it is not there and cannot be made'],
  ['ENOTDIR', 'a file stands where its folder should be'],
  ['EEXIST', 'a file stands where its folder should be'],
  ['EISDIR', 'a folder stands in its place'],
  ['EMFILE', 'too many files are open in this process'],
  ['ENFILE', 'too many files are open on this machine'],
  ['EIO', 'the disk does not work'],
  ['EBUSY', 'it is locked by another process'],
  ['ENOMEM', 'no memory left'],
]);

/** The reason that a system's code stands for: no path, no name of a file. */
export function describeCode(code: string): string | undefined {
  return WORDS.get(code);
}
