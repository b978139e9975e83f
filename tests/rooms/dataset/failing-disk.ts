import { DISK, type FileSystem } from '#dataset/file-system.ts';

type FailingDisk = {
  readonly disk: FileSystem;
  /** The error that is thrown. */
  readonly failure: Error;
  readonly hasFailed: () => boolean;
};

/**
 * The disk, except that its n-th call fails with a code of the system. It knows no times, as if everything
 * happened in one tick of the system's clock.
 */
export function createFailingDisk(nth: number, code: string): FailingDisk {
  const failure = Object.assign(new Error(`${code}: the system fails`), { code });
  let calls = 0;
  const disk = new Proxy(DISK, {
    get:
      (target, name) =>
      (...given: readonly unknown[]) => {
        if (++calls === nth) throw failure;
        const answer: unknown = Reflect.apply(Reflect.get(target, name), DISK, given);
        const hasTimes = typeof answer === 'object' && answer !== null && 'mtimeMs' in answer;
        return hasTimes ? Object.assign(answer, { mtimeMs: 0, ctimeMs: 0 }) : answer;
      },
  });
  return { disk, failure, hasFailed: () => calls >= nth };
}

/** A disk on which calls by name, each for places with an ending, fail with a code while `isRefused`. */
export function refuseAt(
  code: string,
  calls: Readonly<Record<string, string>>,
  isRefused = () => true,
): FileSystem {
  const failure = Object.assign(new Error(code), { code });
  return new Proxy(DISK, {
    get:
      (target, name) =>
      (...given: readonly unknown[]) => {
        const refused = calls[String(name)];
        if (refused !== undefined && isRefused() && String(given[0]).endsWith(refused)) {
          throw failure;
        }
        return Reflect.apply(Reflect.get(target, name), DISK, given);
      },
  });
}
