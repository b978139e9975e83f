/** What the commands need of the world around them, besides the hub's own parts. */
export type Surroundings = {
  readonly print: (line: string) => void;
  /** The width of the terminal; undefined where the output goes to a program. */
  readonly columns: number | undefined;
  readonly hasColours: boolean;
  /** The public origin: topics below it are shown by their path. */
  readonly baseUrl: string;
};
