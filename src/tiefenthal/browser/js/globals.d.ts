// Types that every module may name without importing them: those of the server (types.d.ts), and a few short ones.
import type * as server from "./types.js";

declare global {
  type ActionData = server.ActionData;
  type AreaOn = server.AreaOn;
  type Unavailable = server.Unavailable;
  type Board = server.Board;
  type Bonus = server.Bonus;
  type DieOn = server.DieOn;
  type Ending = server.Ending;
  type Figures = server.Figures;
  /** Something that happened; `Event` is the browser's. */
  type GameEvent = server.Event;
  type GuestOn = server.GuestOn;
  type Offer = server.Offer;
  type PileOn = server.PileOn;
  type Question = server.Question;
  type Reason = server.Reason;
  /** A command that was not carried out; without a reason where the connection was lost. */
  type Refusal = { code: string; rule: string | null; reason?: Reason; action?: string };
  type SeatOn = server.SeatOn;
  type SpaceOn = server.SpaceOn;
  type TableInfo = server.TableInfo;
  type TableOn = server.TableOn;
  type Update = server.Update;
  type Ware = server.Ware;
  /** Counts by name: cards of a pile, what a space gives. */
  type Counts = { [name: string]: number };
  /** Values for the placeholders of a sentence. */
  type Values = { [name: string]: string | number };
  /** Why something cannot be done: a reason of the server, or words of the client's own. */
  type WhyNot = { rule: string; reason?: Reason; said?: string };
  /** Something that depends on a word. */
  type By<T> = { [name: string]: T };
}
