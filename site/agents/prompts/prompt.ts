import { z } from 'zod';
import type { ReviewSource } from '#search/review-source.ts';
import { type Completer, completeNothing } from '../complete-list.ts';
import { readPromptArguments } from './read-prompt-arguments.ts';

/** In the terms of MCP's PromptArgument. */
export type PromptArgument = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
};

/** What a client lists, in the terms of MCP's Prompt. */
export type PromptDescription = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
};

/** What is put before the model, or a sentence for everything that is wrong. */
export type Wording =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * A task that people choose in their client. Its text is made of our words, editors' names and what
 * the user gave; text of reviews never stands in it.
 */
export type Prompt = PromptDescription & {
  readonly word: (argumentsGiven: unknown, source: ReviewSource) => Promise<Wording>;
  /** Completes each argument. */
  readonly completers: ReadonlyMap<string, Completer>;
};

type Definition<Schema extends z.ZodObject> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Members are text, each with title and description. */
  readonly Arguments: Schema;
  readonly completers: Readonly<Record<string, Completer>>;
  readonly write: (given: z.output<Schema>, source: ReviewSource) => Promise<Wording>;
};

/** Makes a prompt of a zod schema and a function. */
export function definePrompt<Schema extends z.ZodObject>({
  name,
  title,
  description,
  Arguments,
  completers,
  write,
}: Definition<Schema>): Prompt {
  const listed = Object.entries(Arguments.shape).map(([argument, schema]) =>
    describeArgument(argument, schema),
  );
  return {
    name,
    title,
    description,
    arguments: listed,
    word: async (argumentsGiven, source) => {
      const read = readPromptArguments(name, Arguments, argumentsGiven);
      return read.ok ? write(read.value, source) : read;
    },
    completers: new Map(
      listed.map((argument) => [argument.name, completers[argument.name] ?? completeNothing]),
    ),
  };
}

function describeArgument(name: string, schema: z.core.$ZodType): PromptArgument {
  const { title = name, description = '' } = z.globalRegistry.get(schema) ?? {};
  return { name, title, description, required: !z.safeParse(schema, undefined).success };
}
