import { z } from 'zod';
import { origin } from './origins.ts';
import { splitList } from './split-list.ts';

/** What is shorter could be guessed, and ids of sessions made up with it. */
const MIN_SECRET_LENGTH = 32;

/** The variables of the MCP endpoint. */
export const MCP_VARIABLES = {
  MCP_SESSION_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
    .optional()
    .describe(
      `Signs the ids of MCP sessions, ${MIN_SECRET_LENGTH} characters or more; replicas share it. Without it a random one, kept in STATE_DIR.`,
    ),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .refine(
      (text) => splitList(text).every((part) => part === '*' || isOrigin(part)),
      'must be origins with commas, such as https://app.example, or *',
    )
    .transform((text) => splitList(text).map((part) => origin.safeParse(part).data ?? part))
    .optional()
    .describe('Origins of browsers that may ask MCP beside that of BASE_URL, with commas, or *.'),
};

/** How the MCP endpoint is set up. */
export type McpSettings = {
  /** Undefined where one is to be made and kept. */
  readonly sessionSecret: string | undefined;
  readonly allowedOrigins: readonly string[];
};

/** The variables as the endpoint takes them. */
export function toMcpSettings(variables: z.infer<z.ZodObject<typeof MCP_VARIABLES>>): McpSettings {
  return {
    sessionSecret: variables.MCP_SESSION_SECRET,
    allowedOrigins: variables.MCP_ALLOWED_ORIGINS ?? [],
  };
}

/** A pattern such as https://*.example would never match. */
function isOrigin(text: string): boolean {
  return !text.includes('*') && origin.safeParse(text).success;
}
