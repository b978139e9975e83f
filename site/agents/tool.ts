import { z } from 'zod';
import type { Hint } from '#search/hints.ts';
import type { FilterQuery } from '#search/question/search-query.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { listIssues, readArguments } from './arguments.ts';
import { fillIn, type ReleaseFacts } from './release-facts.ts';
import words from './tools.json' with { type: 'json' };

/** The answer of a tool: an object as in its `outputSchema`, or advice about a failure. */
export type ToolAnswer =
  | { readonly ok: true; readonly answer: object }
  | { readonly ok: false; readonly message: string };

/** Accompanies all texts of reviews: many hosts show models no instructions of the server. */
export const STRANGERS_WORDS = words.notice;

/** A tool as clients list it. Schemas have only the keywords that all hosts accept. */
type ToolDescription = {
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
};

/** A question that agents can ask. All are read-only, and give the same answer when repeated. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  /** Its purpose, in a sentence that is true for every release. */
  readonly summary: string;
  /** Its description for models, in the words of a release. It never contains review text. */
  readonly describe: (facts: ReleaseFacts) => ToolDescription;
  /** Reads the arguments and answers; arguments that cannot be read are a failure with advice. */
  readonly call: (argumentsGiven: unknown, source: ReviewSource) => Promise<ToolAnswer>;
};

type Definition<Shape extends z.ZodRawShape> = {
  /** The key of its words in tools.json, with the form and range of arguments for all hosts. */
  readonly name: keyof typeof words.tools;
  readonly Input: z.ZodObject<Shape>;
  /** Shallow: only facts that a model does not see from an answer itself. */
  readonly Output: z.ZodObject;
  readonly answer: (
    input: z.output<z.ZodObject<Shape>>,
    source: ReviewSource,
  ) => ToolAnswer | Promise<ToolAnswer>;
};

/** Makes a tool from zod schemas and a function. */
export function defineTool<Shape extends z.ZodRawShape>({
  name,
  Input,
  Output,
  answer,
}: Definition<Shape>): Tool {
  const { title, summary, more, arguments: said } = words.tools[name];
  return {
    name,
    title,
    summary,
    describe: (facts) => ({
      description: `${summary} ${fillIn(more, facts)}`,
      inputSchema: jsonSchemaOf(Input, (argument) => {
        const text = new Map(Object.entries(said)).get(argument);
        return text === undefined ? undefined : fillIn(text, facts);
      }),
      outputSchema: jsonSchemaOf(Output),
    }),
    call: async (argumentsGiven, source) => {
      const read = readArguments(name, Input, argumentsGiven);
      if (read.ok) return answer(read.value, source);
      const line = `${name} was not called. Correct the arguments and call it again:`;
      return { ok: false, message: listIssues(line, read.issues) };
    },
  };
}

/** The parts of tools' schemas: OpenAI, Gemini and converters to zod reject some of the rest. */
const JsonSchema = z.object({
  type: z.string(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), JsonSchema).optional();
  },
  get items() {
    return JsonSchema.optional();
  },
});
type JsonSchema = z.infer<typeof JsonSchema>;

/** Returns the schema of arguments or answers, with keywords that every host accepts. */
function jsonSchemaOf(
  schema: z.ZodObject,
  describe?: (argument: string) => string | undefined,
): JsonSchema {
  const { properties = {}, ...others } = JsonSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
  if (!describe) return { ...others, properties };
  const described = Object.entries(properties).map(([name, { description, ...property }]) => {
    const said = describe(name);
    return [name, { ...property, ...(said !== undefined && { description: said }) }] as const;
  });
  return { ...others, properties: Object.fromEntries(described) };
}

/** Writes a call for hints and prompts: the tool, and its defined arguments as JSON. */
export function toolCall(tool: string, given: Readonly<Record<string, unknown>> = {}): string {
  return `${tool} ${JSON.stringify(given)}`;
}

/** Writes a hint and, if it suggests another question, the call that asks it. */
export function writeHint({ text, next }: Hint, callOf: (next: FilterQuery) => string): string {
  return next ? `${text} ${callOf(next)}` : text;
}
