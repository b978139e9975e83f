import { fill, type Parts } from './explain.ts';
import syntax from './syntax.json' with { type: 'json' };

/** A problem of a YAML text: its offset, and a sentence without a subject. */
export type YamlFault = {
  readonly offset: number;
  readonly message: string;
  /** The text with the line that the sentence says to write. */
  readonly mended?: string | undefined;
};

/** Returns true if a text is YAML. */
export type Validate = (text: string) => boolean;

/** Maximum length of a line that is read: a message with a longer one would be cut. */
const MAX_LINE_LENGTH = 300;

/** The part of a line before a value: its hyphens and its key. */
const NAME = String.raw`^\s*(?<name>(?:- +)*(?:[\w.-]+:[ \t]+)?)`;

const ROWS = syntax.map(({ error = '', above = '', line = '', below = '', ...words }) => {
  const sources = [above, line, below].map((pattern) => pattern.replace('{name}', NAME));
  const patterns = sources.map((source) => new RegExp(source, 'du'));
  return { ...words, error: new RegExp(error || '^(?!comment)'), patterns };
});

/** A quote or a bracket at the start of a value that does not end on its line. */
const OPEN =
  /(?<=^[ \t]*|[:-][ \t]+|[[{,][ \t]*)(?:("(?:\\.|[^"\\\n])*|'(?:''|[^'\n])*)|(?:\[[^\]\n]{0,500}?|\{[^}\n]{0,500}?)(?:[\s,[{]#.*)?)$/gm;

/** Explains the first error, of which others mostly follow; a line to write must be valid. */
export function explainSyntax(text: string, told: YamlFault, isValid: Validate): YamlFault {
  const { offset, message } = told;
  const ahead = offset + text.slice(offset).search(/[^ \n]|$/);
  // The parser reads on to the end of a quote or a bracket: the mistake is where it begins.
  const isOpen = /Flow|closing/.test(message);
  const read = text.slice(0, isOpen ? offset : lineAt(text, ahead).start);
  const open = [...read.matchAll(OPEN)];
  const [quote, bracket] = [open.find(([, sign]) => sign), open.findLast(([, sign]) => !sign)];
  const place = isOpen ? ((message.includes('Flow') ? bracket : quote)?.index ?? ahead) : ahead;
  const sure = quote ? explainAt(quote.index, text, message).filter(({ mended }) => mended) : [];
  const faults = [...sure, ...explainAt(place, text, message)];
  const isRight = ({ mended }: YamlFault) => mended === undefined || isValid(mended);
  return faults.find(isRight) ?? told;
}

/** Explains a value that is empty because it begins with a comment sign: `name: #1 law firm`. */
export function explainComment(text: string, offset: number): YamlFault[] {
  return explainAt(offset, text, 'comment first');
}

/** Returns the explanations that fit a place, the most exact first. */
function explainAt(place: number, text: string, told: string): YamlFault[] {
  const line = lineAt(text, place);
  const lines = [lineAbove(text, line.start), line, lineAt(text, line.end + 1)];
  return ROWS.flatMap(({ error, patterns, rule, remedy = '', write }): YamlFault[] => {
    const matches = patterns.map((pattern, index) => pattern.exec(lines[index]?.text ?? ''));
    if (!error.test(told) || matches.includes(null)) return [];
    const groups: Parts = Object.assign({}, ...matches.map((match) => match?.groups));
    const { text: own = '' } = groups;
    const quoted = /"/.test(own) && !own.includes("'") ? `'${own}'` : JSON.stringify(own);
    const parts = { sign: text[place] ?? '', ...groups, quoted };
    const written = write && fill(write, parts);
    const toDo = written ? `write ${written}` : fill(remedy, parts);
    const marked = matches.findIndex((match) => match?.indices?.groups?.at);
    const [from = 0] = matches[marked]?.indices?.groups?.at ?? [];
    const indented = line.start + line.text.search(/\S/);
    return [
      {
        offset: marked < 0 ? place : (lines[marked]?.start ?? 0) + from,
        message: `${fill(rule, parts)}${toDo && `; ${toDo}`}`,
        mended: written && text.slice(0, indented) + written + text.slice(line.end),
      },
    ];
  });
}

function lineAt(text: string, offset: number) {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const feed = text.indexOf('\n', start);
  const end = feed < 0 ? text.length : feed;
  return { start, end, text: end - start > MAX_LINE_LENGTH ? '' : text.slice(start, end) };
}

/** Returns the line above, ignoring comments and blank lines; an empty one if there is none. */
function lineAbove(text: string, start: number): ReturnType<typeof lineAt> {
  for (let line = lineAt(text, start); line.start > 0; ) {
    line = lineAt(text, line.start - 1);
    if (!/^\s*(?:#|$)/.test(line.text)) return line;
  }
  return lineAt('', 0);
}
