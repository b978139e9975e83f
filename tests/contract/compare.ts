import { readTranscript } from './transcript.ts';

type Files = ReadonlyMap<string, string>;

/** The texts of a transcript's entries, with the bodies that are stored elsewhere, by their names. */
function textsOf(name: string, files: Files): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readTranscript(files.get(name) ?? '')) {
    const text = entry.text.replace(
      /^\{(bodies\/.+)\}$/m,
      (_, file: string) => files.get(file) ?? 'nothing',
    );
    const before = texts.get(entry.name);
    texts.set(entry.name, before === undefined ? text : `${before}\n\n${text}`);
  }
  return texts;
}

/** The entries of a transcript that are not as recorded, or whose bodies are not, each in both forms. */
export function compareTranscript(name: string, recorded: Files, played: Files) {
  const [before, now] = [textsOf(name, recorded), textsOf(name, played)];
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].flatMap((entry) => {
    const [expected, actual] = [before.get(entry), now.get(entry)];
    return expected === actual ? [] : [{ entry, expected, actual }];
  });
}
