// What the server says and understands. Written by scripts/write_client_types.py; do not edit.

/** What an action is about, so that no client has to parse its text. Which fields are there depends on `kind` (docs/protocol.md). */
export type ActionData = {
  kind: string;
  form?: string | null;
  what?: string | null;
  face?: number | null;
  at?: string | null;
  space?: string | null;
  to?: number | null;
  other?: number | null;
  card?: string | null;
  place?: string | null;
  area?: string | null;
  count?: number | null;
  number?: number | null;
  column?: number | null;
  entertainer?: string | null;
  side?: number | null;
  cost?: { [name: string]: number } | null;
  gives?: { [name: string]: number } | null;
};

/** Where others reach this server, as far as it knows: origins such as `http://192.168.1.20:8642`. */
export type Addresses = {
  addresses: string[];
};

/** Agree or not to the request at this ply. The one who asked may say no as well. */
export type AnswerUndo = {
  type: "answer-undo";
  ply: number;
  yes: boolean;
  id?: number | null;
};

/** The figures of an area in this edition. */
export type AreaFigures = {
  price: number;
  discount: number;
  card: string | null;
  basic: number;
  upgraded: number;
  at_once?: boolean;
};

/** An area that can be upgraded. */
export type AreaOn = {
  area: string;
  upgraded: boolean;
  now: number;
  then: number;
  price: number | null;
  card: string | null;
  offers: OfferOn[];
};

/** Ask everyone to let me undo my last decision although it has shown something new. */
export type AskUndo = {
  type: "ask-undo";
  ply: number;
  id?: number | null;
};

/** The whole table. */
export type Board = {
  round: number;
  phase: string;
  letter: string;
  start_player: number;
  turn: number;
  seats: SeatOn[];
  cards: { [name: string]: number };
  nobles: number;
  guests: GuestOn[];
  guest_deck: number;
  counter_guests: number;
  schnapps: number;
  signatures: number;
  start_cards: number[];
  removed: string[];
};

/** The table: the changed fields of `Board`; of `seats`, one for each. */
export type BoardChanges = {
  round?: number;
  phase?: string;
  letter?: string;
  start_player?: number;
  turn?: number;
  seats?: SeatChanges[];
  cards?: { [name: string]: number };
  nobles?: number;
  guests?: GuestOn[];
  guest_deck?: number;
  counter_guests?: number;
  schnapps?: number;
  signatures?: number;
  start_cards?: number[];
  removed?: string[];
};

/** What a space, a card or a signature gives. */
export type Bonus = {
  what: string;
  count: number;
  name?: string | null;
};

/** A bot that can be seated. */
export type BotInfo = {
  name: string;
  words: string;
  level?: number;
};

/** The bots of this server, the weakest first, and who they can be. */
export type Bots = {
  bots: BotInfo[];
  characters?: CharacterInfo[];
};

/** What was entered so far. */
export type BoxAnswers = {
  answers: { [name: string]: number | string };
  whole?: boolean;
};

/** Something that can stand on a space or a card. */
export type BoxChoice = {
  words: string;
  bonus: Bonus | null;
  most: number;
  pair: boolean;
};

/** A box to keep as an edition. */
export type BoxDraft = {
  title: string;
  answers: { [name: string]: number | string };
};

/** The edition of my box, as the server keeps it. */
export type BoxEdition = {
  name: string;
  title: string;
  digest: string;
  text: string;
  left: number;
  answers: { [name: string]: number | string };
};

/** A figure that can be entered from one's own box. */
export type BoxField = {
  id: string;
  what: string;
  asked: boolean;
  given: number | string | null;
  source: string;
  low: number;
  high: number;
  choices: string | null;
  follows: string | null;
};

/** Somebody else's edition file, and what was entered here so far. */
export type BoxFile = {
  text: string;
  answers: { [name: string]: number | string };
};

/** Everything that only the owner of a box can tell, and what is already known. */
export type BoxForm = {
  steps: BoxStep[];
  choices: { [name: string]: BoxChoice[] };
  columns: string[];
  longest_title: number;
};

/** What that file says, read off a box. */
export type BoxFriend = {
  title: string;
  answers: { [name: string]: number | string };
};

/** What is wrong with a figure: a code, for which clients have a sentence, and the values of the sentence. */
export type BoxProblem = {
  field: string;
  code: string;
  values: { [name: string]: number | string };
};

/** A component, or a space of a board. */
export type BoxRow = {
  what: "all" | "area" | "book" | "card" | "evening" | "guest" | "regular" | "ring" | "space" | "way";
  name: string;
  number: number;
  fields: BoxField[];
  module: number;
};

/** Figures that are entered together. */
export type BoxStep = {
  id: string;
  drawing: string;
  cost: number;
  rows: BoxRow[];
};

/** What is wrong, and how many figures are not entered yet. */
export type BoxVerdict = {
  problems: BoxProblem[];
  left: number;
};

/** A regular (cost 0) or guest with more or fewer copies than usual. */
export type CardDifference = {
  cost: number;
  die: number;
  pays: number;
  points: number;
  bonus: Bonus | null;
  module: number;
  here: number;
  usual: number;
};

/** The figures of a card in this edition. */
export type CardFigures = {
  kind: "guest" | "noble" | "regular" | "tavern";
  price: number;
  asks: number;
  pays: number;
  points: number;
  bonus: Bonus | null;
};

/** The game after a change, as differences from the `Shown` of an earlier ply. Omitted fields are unchanged. */
export type Changed = {
  type: "changed";
  ply: number;
  move: number;
  events: Event[];
  choice: string | null;
  chosen: ActionData | null;
  undo: "ask" | "free" | "no";
  after: number;
  decisions?: Question[];
  legal?: Offer[];
  unavailable?: Unavailable[];
  board?: BoardChanges;
  lesson?: LessonStep | null;
  ahead?: number[];
};

/** Somebody a bot can be: one name, one face. How well they play is chosen apart. */
export type CharacterInfo = {
  id: string;
  portrait: string;
  names: { [name: string]: string };
};

/** Something said at the table. */
export type ChatLine = {
  number: number;
  at: number;
  seat: number;
  name: string;
  text: string;
};

/** Somebody said something. */
export type ChatSaid = {
  type: "chat";
  line: ChatLine;
};

/** One of the costliest decisions of a seat, in words. */
export type CostlyDecision = {
  decision: ReviewedDecision;
  played: string[];
  better: string[];
  reasons: string[];
};

/** A finished game in outline: for going through it, and for its log. */
export type Course = {
  events: Event[];
  stops: Stop[];
  ends: number[];
};

/** The daily evening now. */
export type Daily = {
  now: number;
  today: DailyDay;
  next: DailyNext;
};

/** Which daily evening is played at a table. */
export type DailyAt = {
  day: string;
  counts: boolean;
};

/** My one attempt at a day. */
export type DailyAttempt = {
  state: "over" | "playing";
  table: string;
  score: number | null;
  ranked: boolean;
};

/** Sitting down to the game of the day. */
export type DailyBegin = {
  pace?: "brisk" | "instant" | "natural" | "relaxed";
};

/** A day's game: when it can be played, and by what rules. */
export type DailyDay = {
  day: string;
  begins: number;
  ends: number;
  closes: number;
  state: "closed" | "closing" | "open";
  plan: DailyPlan;
  commitment: string;
  seed: string | null;
  begun: number;
  mine: DailyAttempt | null;
  standing: DailyStanding | null;
  master: DailyMaster | null;
};

/** The days this server has held, the last one first. */
export type DailyDays = {
  days: DailyPast[];
  more: boolean;
};

/** The Master's score at the same seat, with the same luck, against the same bot. */
export type DailyMaster = {
  score: number;
  other: number;
};

/** Tomorrow's day, already committed to. */
export type DailyNext = {
  day: string;
  plan: DailyPlan;
  commitment: string;
};

/** A past day, in a line. */
export type DailyPast = {
  day: string;
  modules: number;
  players: number;
  best: number | null;
  score: number | null;
  master: number | null;
};

/** What everyone plays on a day: a whole game for two, against the same bot. */
export type DailyPlan = {
  players: number;
  modules: number;
  bot: string;
  character: string;
  edition: string;
};

/** How many reached a score. */
export type DailyScore = {
  score: number;
  count: number;
};

/** The standing among all results that count, without names. */
export type DailyStanding = {
  players: number;
  rank: number | null;
  scores: DailyScore[];
};

/** The table and the seat. */
export type DailyTable = {
  table: string;
};

/** A die of a seat's evening. */
export type DieOn = {
  face: number;
  own: boolean;
  at: string;
};

/** A command was carried out and is on disk. `ply` is the game's after it. */
export type Done = {
  type: "done";
  id: number | null;
  ply: number;
};

/** An edition compared with the built-in one. */
export type EditionDifferences = {
  name: string;
  title: string;
  digest: string;
  house: number;
  figures: FigureDifference[];
  cards: CardDifference[];
};

/** An edition as its file. */
export type EditionInfo = {
  name: string;
  digest: string;
  text: string;
};

/** Which figures are played with. */
export type EditionName = {
  name: string;
  digest: string;
};

/** An edition file to be checked. */
export type EditionText = {
  text: string;
};

/** Whether the file can be played with, and if not, why. */
export type EditionVerdict = {
  valid: boolean;
  name: string | null;
  digest: string | null;
  problems: string[];
};

/** The built-in editions. */
export type Editions = {
  editions: EditionInfo[];
};

/** How a game ended, and the seed its luck followed from. */
export type Ending = {
  scores: number[];
  stored: number[];
  winners: number[];
  seed: string;
  commitment: string;
};

/** Where one has come. */
export type Entered = {
  seat: number | null;
  table: TableInfo;
};

/** An entertainer: both sides. */
export type EntertainerFigures = {
  costs: number[];
  gains: number[];
};

/** An entertainer in the tavern. */
export type EntertainerOn = {
  entertainer: string;
  side: number;
  cost: number;
  gain: number;
};

/** Coming in: with the key of a link, or without one at a listed table. */
export type Entrance = {
  key?: string | null;
  seat?: number | null;
  name?: string | null;
  watch?: boolean;
};

/** Something that happened. Which fields are there depends on `what` (docs/protocol.md). */
export type Event = {
  ply: number;
  what: string;
  seat?: number | null;
  action?: string | null;
  does?: ActionData | null;
  card?: string | null;
  area?: string | null;
  space?: string | null;
  count?: number | null;
  thalers?: number | null;
  beer?: number | null;
  face?: number | null;
  number?: number | null;
  column?: number | null;
  row?: number | null;
  entertainer?: string | null;
  side?: number | null;
  seen?: boolean | null;
  words?: string | null;
};

/** A figure that differs from the usual one. */
export type FigureDifference = {
  part: string;
  name: string;
  number: number;
  column: number;
  what: string;
  here: number | Bonus[];
  usual: number | Bonus[];
};

/** The printed figures of a set-up. */
export type Figures = {
  edition: string;
  title: string;
  digest: string;
  players: number;
  modules: number;
  rounds: number;
  cards: { [name: string]: CardFigures };
  areas: { [name: string]: AreaFigures };
  noble_prices: number[];
  monastery: (Bonus | null)[];
  evenings: Bonus[][];
  schnapps: number[];
  ring: (Bonus | null)[];
  book: ((Bonus | null)[])[];
  book_columns: string[];
  start_cards: { [name: string]: Bonus[] };
  entertainers: { [name: string]: EntertainerFigures };
  winter: boolean;
  house: string[];
};

/** A space that would take a die. */
export type FitOn = {
  space: string;
  dishwashers: number;
  gives: { [name: string]: number };
};

/** An open guest. */
export type GuestOn = {
  place: string;
  card: string | null;
  left: number;
  signed: boolean;
};

/** Let a bot play a seat: my own (no `seat`), or one whose player has been away long enough. */
export type HandOver = {
  type: "hand-over";
  bot: string;
  seat?: number | null;
  id?: number | null;
};

/** Whether the server can do its work. */
export type Health = {
  status: "failing" | "ok";
  version: string;
  disk: boolean;
  tables: number;
  sockets: number;
  unreadable?: number;
};

/** The first frame: the table, and the SHA-256 of the seed (`table.commitment`). */
export type Hello = {
  type: "hello";
  protocol: number;
  version: string;
  seat: number | null;
  table: TableInfo;
  chat: ChatLine[];
};

/** What the strongest bot would do, as far as the seat may know the table. */
export type Hint = {
  ply: number;
  level: number;
  kind: string;
  look: string;
  nudge: string;
  actions: string[];
  steps: string[];
  outlook: string;
  reasons: string[];
};

/** A hint for a seat of mine, at this ply. */
export type HintWanted = {
  seat: number;
  ply: number;
  level?: number;
  language?: string;
};

/** Who I am. Makes a session, or gives it a new name. */
export type Introduction = {
  name: string;
};

/** Who invites to what. Nobody has sat down by reading it. */
export type Invitation = {
  to: "join" | "seat" | "watch";
  by: string;
  table: TableInfo;
};

/** Everything a server keeps about me. Times are UTC. Of the cookie and of links there are only hashes. */
export type Kept = {
  gathered: string;
  version: string;
  name: string;
  since: string;
  seen: string;
  tables: KeptTable[];
  records: KeptRecord[];
  edition?: string | null;
  daily?: KeptAttempt[];
};

/** A daily evening I played. */
export type KeptAttempt = {
  day: string;
  table: string;
  begun: string;
  finished: string | null;
  score: number | null;
  ranked: boolean | null;
};

/** Something I decided, or a bot for me, in the notation of records. */
export type KeptDecision = {
  at: string;
  action: string;
};

/** Something I said. */
export type KeptLine = {
  at: string;
  text: string;
};

/** A finished game I played in. */
export type KeptRecord = {
  id: string;
  finished: string;
  seats: number[];
  names: string[];
  record: string;
};

/** A seat of mine. */
export type KeptSeat = {
  seat: number;
  name: string;
  since: string;
  said: KeptLine[];
  decisions: KeptDecision[];
};

/** What a table keeps about me. */
export type KeptTable = {
  id: string;
  state: string;
  opened: string;
  touched: string;
  players: number;
  modules: number;
  host: boolean;
  removed: boolean;
  seats: KeptSeat[];
};

/** The game's words in one language, by their English codes. */
export type Language = {
  code: string;
  name: string;
  words: { [name: string]: string };
  phases: { [name: string]: string };
};

/** A language the game's words are known in. */
export type LanguageInfo = {
  code: string;
  name: string;
};

/** All languages that the server speaks. */
export type Languages = {
  languages: LanguageInfo[];
};

/** Getting up from a seat: before the game it is open again, during it a bot plays on until one comes back. */
export type Leaving = {
  seat: number;
  bot?: string | null;
};

/** A lesson that can be played. */
export type LessonInfo = {
  name: string;
  minutes: number;
  modules: number;
  steps: number;
};

/** What is said at once. */
export type LessonPage = {
  says: string;
  look: string;
};

/** Where a lesson stands. */
export type LessonStep = {
  name: string;
  step: number;
  steps: number;
  pages: LessonPage[];
  pages_before: number;
  pages_in_all: number;
  values: { [name: string]: number };
  awaits: string[];
  wrong: { [name: string]: string };
  otherwise: string;
  done: boolean;
};

/** All lessons, in the order in which they are best played. */
export type Lessons = {
  lessons: LessonInfo[];
};

/** A link. The key stands behind the `#`, so it reaches no log and no other site. */
export type Link = {
  key: string;
  path: string;
};

/** A step on the way, and the table after it. */
export type MomentStep = {
  words: string;
  board: Board;
};

/** What is kept of my box, if anything is. */
export type MyBox = {
  edition: BoxEdition | null;
};

/** A lesson to begin, at a separate table. */
export type NewLesson = {
  pace?: "brisk" | "instant" | "natural" | "relaxed";
  language?: string;
};

/** A link to be made: for anyone to join or to watch, or to come back to a seat of mine on any device. A new personal link replaces the one before. */
export type NewLink = {
  to: "join" | "seat" | "watch";
  seat?: number | null;
  void?: boolean;
};

/** A table to be opened. The game begins as soon as no seat is open. */
export type NewTable = {
  seats: SeatPlan[];
  modules?: number;
  edition?: string | null;
  edition_text?: string | null;
  listed?: boolean;
  pace?: "brisk" | "instant" | "natural" | "relaxed";
  away_after?: number;
  hints?: boolean;
};

/** An action that is possible now. */
export type Offer = {
  action: string;
  words: string;
  kind: string;
  form?: string | null;
  what?: string | null;
  face?: number | null;
  at?: string | null;
  space?: string | null;
  to?: number | null;
  other?: number | null;
  card?: string | null;
  place?: string | null;
  area?: string | null;
  count?: number | null;
  number?: number | null;
  column?: number | null;
  entertainer?: string | null;
  side?: number | null;
  cost?: { [name: string]: number } | null;
  gives?: { [name: string]: number } | null;
};

/** The price of the upgrade with this many cards returned. */
export type OfferOn = {
  cards: number;
  price: number;
  have: boolean;
};

/** A table to play on from a position of a reviewed game, at one of its seats. What that seat could not know then is drawn again. */
export type Onward = {
  ply: number;
  seat: number;
};

/** The last frame of a game: how it ended, and the seed. */
export type Over = {
  type: "over";
  ply: number;
  ending: Ending;
};

/** A deck or discard pile, as far as everyone knows it. */
export type PileOn = {
  top: string[];
  rest: { [name: string]: number };
};

/** A decision, at the ply it answers. The only frame without a `type`. */
export type Play = {
  ply: number;
  action: string;
  id?: number | null;
};

/** For how many days something is kept after it was last used. */
export type Privacy = {
  waiting: number;
  playing: number;
  over: number;
  sessions: number;
  removed: number;
  cookie: number;
  known: boolean;
};

/** What is wrong, in a sentence, and a word for programs. */
export type Problem = {
  code: string;
  words: string;
};

/** What a die on the coaster would bring to the seat that may take it. */
export type Prospect = {
  face: number;
  fits: FitOn[];
  most: { [name: string]: number };
  opens: Ware[];
};

/** A finished turn, to be judged. */
export type PuzzleAnswer = {
  actions: string[] | null;
  language?: string;
};

/** A turn as far as it has been played. */
export type PuzzleAttempt = {
  actions: string[];
  ply?: number;
};

/** A puzzle, as it is listed. */
export type PuzzleInfo = {
  id: string;
  kind: "draft" | "turn";
  theme: string;
  grade: number;
  modules: number;
  players: number;
  round: number;
};

/** How it stands after these actions. */
export type PuzzleMoment = {
  update: Update;
  over: boolean;
};

/** What a small picture of a puzzle shows: the mover's tables and the dice. */
export type PuzzlePicture = {
  seat: number;
  tables: number[];
  white: string;
  own: string;
  coaster: string;
};

/** The table of a puzzle, before anything is done. */
export type PuzzleTable = {
  info: PuzzleInfo;
  seat: number;
  figures: Figures;
  edition: string;
  digest: string;
  older: boolean;
};

/** What a turn is worth against the best one. */
export type PuzzleVerdict = {
  result: "best" | "nearly" | "not" | "shown";
  cost: number;
  margin: number;
  answer: string[];
  mine: string[];
  reasons: string[];
  found: number[];
};

/** Those of the collection, by module and from easy to hard. Those of earlier ones are found by id alone. */
export type Puzzles = {
  puzzles: PuzzleInfo[];
  pictures: PuzzlePicture[];
  cards: string[];
  today: string | null;
};

/** An open decision: whom the game waits for, and for what. */
export type Question = {
  seat: number;
  id: string;
  question: string;
  rule: string;
  phase: string;
  secret: boolean;
};

/** Why something is not possible: a code, for which clients have a sentence, and the values of the sentence. A card, an area and a space are named as in actions. */
export type Reason = {
  code: string;
  values: { [name: string]: number | string };
};

/** A record to be verified, with the commitment shown when the game began, if one has it. */
export type RecordCheck = {
  record: string;
  commitment?: string | null;
};

/** A finished game. */
export type RecordInfo = {
  id: string;
  finished: number;
  players: number;
  modules: number;
  edition: string;
  names: string[];
  plies: number;
  ending: Ending;
  bots?: (string | null)[];
  characters?: (string | null)[];
  daily?: DailyAt | null;
  hints?: number[];
  yours?: number[];
  tried?: Tried | null;
};

/** The finished games I played in, the last one first. */
export type Records = {
  records: RecordInfo[];
};

/** A command was refused; nothing has changed. */
export type Refused = {
  type: "refused";
  id: number | null;
  code: "consent" | "daily" | "disk" | "empty" | "illegal" | "lesson" | "long-history" | "malformed" | "muted" | "no-such-bot" | "no-way-back" | "not-away" | "not-playing" | "not-your-seat" | "nothing-asked" | "stale" | "stopping" | "too-fast" | "too-many-changes" | "too-many-undos" | "undo";
  words: string;
  rule: string | null;
  ply: number;
  reason: Reason;
};

/** A finished game at one ply, as a watcher saw it. */
export type ReplayStep = {
  ply: number;
  plies: number;
  view: { [name: string]: any };
  events: Event[];
  decisions: Question[];
  board: Board;
};

/** How well decisions of one kind were made. The costs of all phases add up to the cost of `all`, and so do `opening`, `middle` and `end`. */
export type ReviewAccuracy = {
  of: string;
  decisions: number;
  accuracy: number;
  cost: number;
};

/** One of the costliest decisions, in detail: the table before it, what was done, and what was better. */
export type ReviewMoment = {
  seat: number;
  ply: number;
  names: string[];
  figures: Figures;
  before: Board;
  played: MomentStep[];
  better: MomentStep[];
};

/** The chances to win after an evening, by seat; 0 is the beginning. */
export type ReviewStanding = {
  round: number;
  chances: number[];
  expected: number[];
};

/** The progress of a review. It continues only while somebody polls it. */
export type ReviewState = {
  id: string;
  state: "done" | "failed" | "thinking" | "waiting";
  done: number;
  wanted: number;
  game: string | null;
  review: Reviewed | null;
  problem?: string | null;
};

/** What to review: a finished game of this server, or the text of a record. */
export type ReviewWanted = {
  game?: string | null;
  record?: string | null;
};

/** The review of a game, as far as it is done. */
export type Reviewed = {
  players: number;
  modules: number;
  over: boolean;
  winners: number[];
  plies: number;
  rounds: number;
  budget: number;
  standings: ReviewStanding[];
  seats: ReviewedSeat[];
  luck: ReviewedLuck[];
  decisions: ReviewedDecision[];
  hints?: number[];
};

/** A decision somebody made, and what it cost. A whole turn is one decision. */
export type ReviewedDecision = {
  seat: number;
  round: number;
  phase: string;
  kind: string;
  ply: number;
  cost: number;
  grade: string;
};

/** What chance gave a seat in an evening compared with what was expected, in points of its final score. */
export type ReviewedLuck = {
  seat: number;
  round: number;
  cards: number;
  dice: number;
};

/** What is said about one seat. */
export type ReviewedSeat = {
  seat: number;
  name: string;
  score: number;
  accuracy: ReviewAccuracy[];
  cost: number;
  luck: number;
  costliest: CostlyDecision[];
};

/** A rule in words. */
export type RuleInfo = {
  id: string;
  chapter: string;
  text: string;
};

/** All rules, in order. */
export type Rules = {
  language: string;
  rules: RuleInfo[];
};

/** Say something to the table. */
export type Say = {
  type: "chat";
  text: string;
  id?: number | null;
};

/** A tavern: the changed fields of `SeatOn`. */
export type SeatChanges = {
  points?: number;
  sources?: { [name: string]: number };
  thalers?: number;
  keeps_thalers?: number;
  beer?: number;
  keeps_beer?: number;
  schnapps?: number;
  keeps_schnapps?: number;
  counter_guests?: number;
  monastery?: number;
  reputation?: number;
  book?: number[];
  tables?: TableOn[];
  spaces?: SpaceOn[];
  areas?: AreaOn[];
  staff?: { [name: string]: number };
  dishwashers?: number;
  dishwashers_free?: number;
  dice?: DieOn[];
  coaster?: number[];
  entertainers?: EntertainerOn[];
  deck?: PileOn;
  discard?: { [name: string]: number };
  last_discarded?: string | null;
  bought?: string[];
  recruited?: boolean;
  plan?: { [name: string]: number };
  loses?: { [name: string]: number };
  waiting?: boolean;
  bards?: number;
  placeable?: number;
  prospects?: Prospect[];
};

/** A place at a table, as everybody there sees it. */
export type SeatInfo = {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  bot: string | null;
  here: boolean;
  away_since: number | null;
  character?: string | null;
  handed_by?: number | null;
  replaceable_in?: number | null;
  expected?: boolean;
};

/** A tavern, with all that its player has. */
export type SeatOn = {
  points: number;
  sources: { [name: string]: number };
  thalers: number;
  keeps_thalers: number;
  beer: number;
  keeps_beer: number;
  schnapps: number;
  keeps_schnapps: number;
  counter_guests: number;
  monastery: number;
  reputation: number;
  book: number[];
  tables: TableOn[];
  spaces: SpaceOn[];
  areas: AreaOn[];
  staff: { [name: string]: number };
  dishwashers: number;
  dishwashers_free: number;
  dice: DieOn[];
  coaster: number[];
  entertainers: EntertainerOn[];
  deck: PileOn;
  discard: { [name: string]: number };
  last_discarded: string | null;
  bought: string[];
  recruited: boolean;
  plan: { [name: string]: number };
  loses: { [name: string]: number };
  waiting: boolean;
  bards?: number;
  placeable?: number;
  prospects?: Prospect[];
};

/** Who is to sit somewhere: somebody at this browser, somebody with the invite link, or a bot. */
export type SeatPlan = {
  kind: "bot" | "here" | "link";
  name?: string | null;
  bot?: string | null;
  character?: string | null;
};

/** Whom to send away. */
export type SendAway = {
  seat: number;
};

/** Who I am to this server. */
export type Session = {
  name: string;
};

/** How quickly bots play. */
export type SetPace = {
  type: "pace";
  pace: "brisk" | "instant" | "natural" | "relaxed";
  id?: number | null;
};

/** An `Update` for sockets that draw (`?board=2`), whole: with the board, and without the view, which has the same in it. What follows are changes of it. */
export type Shown = {
  type: "shown";
  ply: number;
  move: number;
  events: Event[];
  choice: string | null;
  chosen: ActionData | null;
  undo: "ask" | "free" | "no";
  complete: boolean;
  decisions: Question[];
  legal: Offer[];
  unavailable: Unavailable[];
  board: Board;
  lesson?: LessonStep | null;
  ahead?: number[];
};

/** An action space that is no table. */
export type SpaceOn = {
  space: string;
  asks: number[];
  many: boolean;
  gives: { [name: string]: number };
  used: boolean;
};

/** Where a phase of a finished game begins: before the decision after `ply`. */
export type Stop = {
  ply: number;
  round: number;
  letter: string;
};

/** The key of a link, to read the invitation before one comes in; none for a listed table. */
export type Summons = {
  key?: string | null;
};

/** Somebody came, went, was handed over or asked something. */
export type TableChanged = {
  type: "table";
  table: TableInfo;
};

/** A table, for somebody who may see it. */
export type TableInfo = {
  id: string;
  state: "over" | "playing" | "waiting";
  players: number;
  modules: number;
  edition: EditionName;
  listed: boolean;
  pace: "brisk" | "instant" | "natural" | "relaxed";
  away_after: number;
  created: number;
  ply: number;
  move: number;
  round: number;
  commitment: string | null;
  seats: SeatInfo[];
  watchers: number;
  undo: UndoRequest | null;
  you: You;
  lesson?: string;
  daily?: DailyAt | null;
  hints?: boolean;
  hints_agreed?: boolean;
  hinted?: number[];
  follows?: string | null;
  next?: string | null;
  undo_off?: UndoOff | null;
};

/** A table in the tavern this evening. */
export type TableOn = {
  space: string;
  state: "free" | "gone" | "open" | "paid";
  card: string | null;
  nobles: number;
  asks: number | null;
  pays: number | null;
  points: number;
};

/** A line in a list of tables. */
export type TableSummary = {
  id: string;
  state: "over" | "playing" | "waiting";
  players: number;
  modules: number;
  edition: string;
  names: string[];
  seats: number[];
  my_turn: boolean;
  round: number;
  touched: number;
  bots?: (string | null)[];
  characters?: (string | null)[];
  readable?: boolean;
  lesson?: string;
  expected?: number[];
  kept?: number[];
  follows?: string | null;
};

/** The tables I sit at, and those open to everyone. */
export type Tables = {
  mine: TableSummary[];
  open: TableSummary[];
};

/** Play my own seat again. */
export type TakeBack = {
  type: "take-back";
  id?: number | null;
};

/** The fields of every frame after a change. */
export type Told = {
  ply: number;
  move: number;
  events: Event[];
  choice: string | null;
  chosen: ActionData | null;
  undo: "ask" | "free" | "no";
};

/** The same, complete without an earlier frame. */
export type ToldWhole = {
  ply: number;
  move: number;
  events: Event[];
  choice: string | null;
  chosen: ActionData | null;
  undo: "ask" | "free" | "no";
  complete: boolean;
  decisions: Question[];
  legal: Offer[];
  unavailable: Unavailable[];
};

/** A moment of another game from which a table played on, to try something else. */
export type Tried = {
  game: string | null;
  seat: number;
  round: number;
  points: number[];
  scores: number[];
};

/** An action that is offered but not possible now, and why. */
export type Unavailable = {
  action: string;
  words: string;
  rule: string;
  why: string;
  reason: Reason;
  kind: string;
  form?: string | null;
  what?: string | null;
  face?: number | null;
  at?: string | null;
  space?: string | null;
  to?: number | null;
  other?: number | null;
  card?: string | null;
  place?: string | null;
  area?: string | null;
  count?: number | null;
  number?: number | null;
  column?: number | null;
  entertainer?: string | null;
  side?: number | null;
  cost?: { [name: string]: number } | null;
  gives?: { [name: string]: number } | null;
};

/** Undo my last decision, if that is free. */
export type Undo = {
  type: "undo";
  ply: number;
  id?: number | null;
};

/** A request for an undo that came to nothing, until the game goes on from there or somebody asks again. */
export type UndoOff = {
  seat: number;
  by: number;
  how: "lapsed" | "refused" | "withdrawn";
  ply: number;
};

/** Somebody asks everyone to agree to an undo of something new. */
export type UndoRequest = {
  seat: number;
  ply: number;
  move: number;
  waiting: number[];
};

/** The game after a change, whole. */
export type Update = {
  type: "update";
  ply: number;
  move: number;
  events: Event[];
  choice: string | null;
  chosen: ActionData | null;
  undo: "ask" | "free" | "no";
  complete: boolean;
  decisions: Question[];
  legal: Offer[];
  unavailable: Unavailable[];
  view: { [name: string]: any };
  board?: Board | null;
  lesson?: LessonStep | null;
  ahead?: number[];
};

/** What verifying found. */
export type Verdict = {
  valid: boolean;
  over: boolean;
  decisions: number;
  rounds: number;
  follows_seed: boolean | null;
  fits_commitment: boolean | null;
  problem: string | null;
};

/** A ware of the market: the action that buys it. */
export type Ware = {
  action: string;
  kind: string;
  form?: string | null;
  what?: string | null;
  face?: number | null;
  at?: string | null;
  space?: string | null;
  to?: number | null;
  other?: number | null;
  card?: string | null;
  place?: string | null;
  area?: string | null;
  count?: number | null;
  number?: number | null;
  column?: number | null;
  entertainer?: string | null;
  side?: number | null;
  cost?: { [name: string]: number } | null;
  gives?: { [name: string]: number } | null;
};

/** What the table knows of the one who asks. */
export type You = {
  seats: number[];
  host: boolean;
  plans?: boolean;
  expected?: number[];
};
