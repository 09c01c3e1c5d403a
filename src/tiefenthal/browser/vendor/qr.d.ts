// What we use of lean-qr.
export interface Code {
  readonly size: number;
  /** Whether a cell is dark; false outside. */
  get(x: number, y: number): boolean;
}
export function generate(text: string): Code;
