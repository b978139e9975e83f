import { Composer, CST, type Document, Lexer, Parser } from 'yaml';
import { MAX_PROBLEMS } from '../content-problem.ts';
import { shorten } from '../shorten.ts';
import { findNodeFaults, type YamlFault } from './node-faults.ts';

/** Content nests four deep; composing and checking call themselves once a level. */
export const MAX_DEPTH = 32;

const MAX_QUOTED_LENGTH = 200;

/**
 * Reads one document of YAML 1.2, or what keeps the text from being one. The work is linear in the
 * length of the text, whatever it holds: it ends where the text nests too deeply, or where more is
 * wrong than will be told.
 */
export function readYaml(
  text: string,
):
  | { readonly document: Document.Parsed; readonly faults?: undefined }
  | { readonly faults: readonly YamlFault[] } {
  // The composer would compare each key with all before it.
  const composer = new Composer({ uniqueKeys: false });
  const { errors, warnings } = composer.streamInfo();
  // A warning is an error to us: an unknown tag ("name: !Great lawyer") would be dropped unseen.
  const haveEnough = () => errors.length + warnings.length > MAX_PROBLEMS;
  endWhen(haveEnough, errors);
  endWhen(haveEnough, warnings);
  const found: YamlFault[] = [];
  try {
    const [document] = composer.compose(tokensOf(text), true, text.length);
    if (document && errors.length + warnings.length === 0) {
      found.push(...findNodeFaults(document.contents));
      if (found.length === 0) return { document };
    }
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    if (error.fault) found.push(error.fault);
  }
  const invalid = [...errors, ...warnings].map(({ pos: [offset], message }) => ({
    offset,
    message: `is not valid YAML: ${shorten(message, MAX_QUOTED_LENGTH)}`,
  }));
  return { faults: [...invalid, ...found] };
}

/** Thrown where reading on would find nothing that is told. */
class GivenUp extends Error {
  readonly fault: YamlFault | undefined;

  constructor(fault?: YamlFault) {
    super(fault?.message);
    this.fault = fault;
  }
}

/** The composer keeps all it finds, catches what is thrown inside a collection, and keeps that. */
function endWhen<Item>(haveEnough: () => boolean, list: Item[]): void {
  const push = list.push.bind(list);
  list.push = (...items) => {
    if (haveEnough()) throw new GivenUp();
    return push(...items);
  };
}

function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser();
  const refuseSecond = createSecondRefuser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield refuseSecond(token);
    const { stack, offset } = parser;
    if (stack.length > MAX_DEPTH && stack.filter(CST.isCollection).length > MAX_DEPTH) {
      throw new GivenUp({ offset, message: TOO_DEEP });
    }
  }
  for (const token of parser.end()) yield refuseSecond(token);
}

function createSecondRefuser(): (token: CST.Token) => CST.Token {
  let hasDocument = false;
  return (token) => {
    if (token.type !== 'document') return token;
    if (hasDocument) throw new GivenUp({ offset: token.offset, message: SECOND_DOCUMENT });
    hasDocument = true;
    return token;
  };
}

const SECOND_DOCUMENT =
  'is not valid YAML: a second document begins here; delete the line --- or ... that begins it';
const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep here; put quotes around what is text`;
