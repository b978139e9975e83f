import { dirname, join, sep } from 'node:path';
import { inKib, maxBytesOf } from '#dataset/schema/content-limits.ts';
import { compareTexts } from '#dataset/text/compare-texts.ts';
import {
  type ContentProblem,
  FILE_START,
  problemAt,
  WHOLE_FOLDER,
  warningAt,
} from '../content-problem.ts';
import { DISK, type FileSystem, type Stats } from '../file-system.ts';
import { isSystemFault, systemCodeOf } from '../system-fault.ts';
import {
  compareFiles,
  digestFile,
  type Finding,
  type FoundFolder,
  type Reading,
} from './content-file.ts';
import { describeUnread, isContentName, isPassedOver, NAMED_FILES } from './unread-files.ts';

/** Maximum reads of a path that changes meanwhile; the last one counts. */
const MAX_LOOKS = 3;

/**
 * Reads every `.yaml` and `.md` file below a folder, in the order of their paths, except those that
 * are passed over. Files with other names are warnings if an editor may believe that they are
 * published. Files that cannot be read or are too large are errors. Links out of the folder, pipes
 * and the like, and names that are not UTF-8 are warnings, unless they are the reason that a file
 * with a fixed name is missing. Throws if the system itself fails.
 */
export function readContent(root: string, disk?: FileSystem) {
  return sortFindings(walkContent(root, undefined, disk));
}

/** The files and problems of a folder, in the order of their paths. */
export function sortFindings({ findings }: FoundFolder) {
  const found = [...findings.values()];
  const problems = found.flatMap(({ problem }) => problem ?? []);
  return {
    files: found.flatMap(({ reading }) => reading?.file ?? []).sort(compareFiles),
    problems: problems.sort((a, b) => compareTexts(a.file, b.file)),
  };
}

/** Walks a content folder. Files that look unchanged are not read again. */
export function walkContent(
  root: string,
  before?: ReadonlyMap<string, Finding>,
  disk: FileSystem = DISK,
): FoundFolder {
  const findings = new Map<string, Finding>();
  const folders = new Set<string>();
  const visited = new Set<string>();
  const top = placeOf(root, disk);
  let hasLinks = false;
  const self = `the content folder ${root}`;

  const refuse = (path: string, message: string) =>
    findings.set(path, { problem: problemOf(path, message) });
  const visit = (place: string, path: string): void => {
    const own = disk.lstatSync(place);
    const isLink = own.isSymbolicLink();
    hasLinks ||= isLink;
    const real = isLink ? disk.realpathSync(place) : place;
    if (isLink && real !== top && !real.startsWith(top + sep)) {
      findings.set(path, { problem: strayOf(path, LEADS_OUT) });
      return;
    }
    const stat = isLink ? disk.statSync(real) : own;
    if (stat.isDirectory()) visitFolder(real, path);
    else if (path === '') refuse(path, `${self} is not a folder; ${NAME_IT}`);
    else {
      const sight = { place: real, path, stat, disk };
      findings.set(path, look(sight, before?.get(path)?.reading));
    }
  };
  const visitFolder = (real: string, path: string): void => {
    if (visited.has(real)) return;
    visited.add(real);
    const entries = disk.readdirSync(real).sort();
    folders.add(path);
    for (const name of entries) {
      const own = path ? `${path}/${name}` : name;
      if (!isPassedOver(own)) tryToVisit(join(real, name), own);
    }
  };
  const tryToVisit = (place: string, path: string, times = 1): void => {
    try {
      visit(place, path);
    } catch (error) {
      if (isSystemFault(error)) throw error;
      // Editors and tools replace files at any time: one that is missing at a second look is ignored.
      const isGone = isMissing(error) && !isThere(place, disk);
      if (isGone && isMisspelled(path)) findings.set(path, { problem: strayOf(path, NOT_UTF8) });
      if (isGone) return;
      if (isMissing(error) && times < MAX_LOOKS) {
        visited.delete(place);
        tryToVisit(place, path, times + 1);
      } else {
        const message = cannotBeRead(error);
        refuse(path, path === '' ? `${self} ${message}` : message);
      }
    }
  };
  if (top !== undefined) tryToVisit(top, '');
  if (top === undefined || !isThere(top, disk)) {
    refuse('', `${self} does not exist; ${NAME_IT} (--content or CONTENT_DIR)`);
  }
  return { place: top, findings, folders, hasLinks };
}

/**
 * Reads one path again, unless its stamp shows no change. Returns undefined unless it is a plain
 * file, or missing, in a folder that was found before: otherwise the folder must be walked.
 */
export function lookAgain(
  before: FoundFolder,
  path: string,
  disk: FileSystem = DISK,
): Finding | undefined {
  if (before.place === undefined || before.hasLinks || before.folders.has(path)) return undefined;
  if (isPassedOver(path)) return {};
  if (isMisspelled(path)) return undefined;
  const place = join(before.place, path);
  const folder = dirname(place);
  try {
    const isKnown = before.folders.has(folder.slice(before.place.length + 1));
    if (!isKnown || disk.realpathSync(folder) !== folder) return undefined;
    const stat = disk.lstatSync(place, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() || stat?.isDirectory()) return undefined;
    if (!stat) return {};
    const sight = { place, path, stat, disk };
    return look(sight, before.findings.get(path)?.reading);
  } catch (error) {
    if (isSystemFault(error)) throw error;
    // A walk finds the reason and reports it.
    return undefined;
  }
}

/** Returns the path of a folder with all links resolved. */
export function placeOf(root: string, disk: FileSystem = DISK): string | undefined {
  try {
    return disk.realpathSync(root);
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return undefined;
  }
}

type Sight = {
  readonly place: string;
  readonly path: string;
  readonly stat: Stats;
  readonly disk: FileSystem;
};

/** Reads the file at a place. It stays the same object while its bytes are the same. */
function look({ place, path, stat, disk }: Sight, known?: Reading): Finding {
  if (!isContentName(path)) {
    const message = stat.isFile() ? describeUnread(path) : undefined;
    return message === undefined ? {} : { problem: warningAt(path, FILE_START, message) };
  }
  if (known?.stamp === stampOf(stat)) return { reading: known };
  const limit = maxBytesOf(path);
  let before = stat;
  for (let times = 1; ; times++) {
    if (!before.isFile()) return { problem: strayOf(path, NO_FILE) };
    if (before.size > limit) return { problem: problemOf(path, tooLarge(before.size, limit)) };
    const bytes = disk.readFileSync(place);
    const digest = digestFile(path, bytes);
    const file = known?.file.digest === digest ? known.file : { path, bytes, digest };
    const stamp = stampOf(before);
    // A link that has replaced the file meanwhile may lead out of the folder.
    const after = disk.lstatSync(place);
    if (stampOf(after) === stamp) return { reading: { file, stamp } };
    if (times >= MAX_LOOKS && after.isFile() && after.size <= limit) {
      return { reading: { file, stamp: undefined } };
    }
    before = after;
  }
}

function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function isThere(place: string, disk: FileSystem): boolean {
  try {
    return disk.lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemFault(error)) throw error;
    return !isMissing(error);
  }
}

const LEADS_OUT = 'is a link out of the content folder; copy the file into the folder instead';
const NO_FILE = 'is not a regular file and is not read; delete it, or put a file in its place';
const NOT_UTF8 = 'has a name that is not UTF-8 and is not read; rename it';
const NAME_IT = 'name the folder that contains business.yaml';

export function cannotBeRead(error: unknown): string {
  return `cannot be read (${systemCodeOf(error) ?? error}); check that it exists and that this user may read it`;
}

function tooLarge(size: number, limit: number): string {
  return `is ${inKib(size)} large; a file of this kind may have ${inKib(limit)} at most`;
}

/** Returns a problem of a whole path; "" is the content folder itself. */
function problemOf(path: string, message: string): ContentProblem {
  return problemAt(path || WHOLE_FOLDER, FILE_START, message);
}

/** A warning, as an unread file affects no other, unless it replaces one with a fixed name. */
function strayOf(path: string, message: string): ContentProblem {
  const isNamed = path === 'reviews' || NAMED_FILES.includes(path);
  return (isNamed ? problemAt : warningAt)(path, FILE_START, message);
}

/** Returns true if the file system found nothing at a path. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '');
}

/** True if a name is not UTF-8: it is read with replacements, and no file has that name. */
function isMisspelled(path: string): boolean {
  return path.includes('\ufffd');
}
