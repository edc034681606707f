/** What the server says and hears. Made from the server's types by `ASTRARIUM_RENEW=1 cargo test -p astrarium-server wire`. */

export type Act = {
  id: Id;
  seat: Seat;
  sentence: string;
  question: number;
};

export type Admit = {
  /** What the host of the server has told you. */
  code: string;
};

export type Archive = {
  tables: Array<Summary>;
  /** There are more before this. */
  earlier?: number;
};

/** The question to a seat with all its answers. */
export type Ask = {
  seat: Seat;
  /** Send it back with the answer. */
  question: number;
  prompt: Prompt;
  sentences: Array<Sentence>;
  /** The kinds of action that belong to this question, but cannot be taken now. */
  closed?: Array<Closed>;
  /** What kinds of action are for and what they need, by verb, where their sentences do not say it. */
  purposes?: { [key in string]: string };
};

export type Blocked = {
  id: Id;
  name: string;
};

export type Blocks = {
  blocked: Array<Blocked>;
};

export type Branch = {
  entry: number;
  seats?: Array<Wanted>;
};

export type Cells = {
  clause?: string;
  cells: Array<string>;
};

/** A seat and its player. */
export type Chair = {
  kind: Kind;
  /** Of the person or the bot. */
  name: string;
  /** The person's page is /person/ID. */
  person?: Id;
  /** Of the bot. */
  level?: Level;
  /** Held by your browser. */
  mine: boolean;
  /** A person with a live socket on this table. */
  online: boolean;
  /** A nonce was given; bots always are. */
  ready: boolean;
  /** The bot that plays for an absent person. */
  stand_in?: Level;
  /** Seats that voted for a stand-in. */
  votes: Array<Seat>;
  /** The person has given the game up. */
  resigned?: boolean;
  /** The person wants the game to end here. */
  ends?: boolean;
  time?: Time;
};

/** What changed from one scene to the next; absent is unchanged. */
export type Change = {
  size?: [number, number];
  heading?: string;
  shapes?: ListChange<Shape>;
  panels?: ListChange<Panel>;
  seats?: ListChange<SeatLook>;
  ways?: Array<[string, string]>;
};

/** A place where you are called. */
export type Channel = {
  id: Id;
  kind: ChannelKind;
  /** The server it is at; the rest of the address is a secret. For mail, the address. */
  at: string;
  quiet?: Quiet;
  /** It fails since then. */
  failing?: number;
  /** Why it was switched off. */
  gone?: string;
};

/** How a message is written. */
export type ChannelKind = "discord" | "ntfy" | "matrix" | "json" | "mail";

export type Channels = {
  channels: Array<Channel>;
};

/** The id of a clause of the rules, such as `GA-078`; its text is in `docs/rules`. */
export type Clause = string;

/** How long persons may think, in seconds or days. It runs while a person is asked; when it is up, a bot answers for them. */
export type Clock =
  | { game: number }
  | { decision: number }
  | { fischer: { game: number, plus: number, } }
  | { days: number };

/** A kind of action that belongs to this question but cannot be taken now, with the commonest reason. */
export type Closed = {
  /** The first word of its sentences. */
  verb: string;
  /** Why not. */
  why: Refusal;
};

/** The word for an error: what a program goes by. */
export type Code =
  | "malformed"
  | "no-guest"
  | "wrong-origin"
  | "wrong-host"
  | "not-your-seat"
  | "not-host"
  | "not-invited"
  | "wrong-token"
  | "stranger"
  | "ruled"
  | "hidden"
  | "not-found"
  | "taken"
  | "not-open"
  | "not-playing"
  | "not-ready"
  | "not-over"
  | "stale"
  | "id-reused"
  | "illegal"
  | "no-undo"
  | "closed"
  | "too-large"
  | "too-many"
  | "internal"
  | "busy"
  | "stopping";

export type Complaint = {
  /** Whom it is about. */
  seat: Seat;
  /** 1 to 500 characters. */
  text: string;
};

/** Something with a name. */
export type Component = {
  /** Its key in the pack, mostly its word in sentences. */
  id: string;
  /** What players call it. */
  name: string;
  /** What it does, or nothing. */
  text: string;
  /** What else is printed on it: fields and values, in words. */
  facts: Array<[string, string]>;
};

/** Components of a kind: those of one file. */
export type Components = {
  /** What the file is called: `planets`. */
  id: string;
  /** In the order of the alphabet. */
  components: Array<Component>;
};

/** Everything with a name that lies in a title's box. */
export type Contents = {
  kinds: Array<Components>;
};

/** What a title teaches, and what you know of it. */
export type Course = {
  lessons: Array<LessonListed>;
  puzzles: Array<LessonListed>;
  /** The game in its own words. */
  guide: Guide;
  learned: Array<string>;
};

export type Create = {
  title: string;
  options?: { [key in string]: string };
  public?: boolean;
  seats?: Array<Wanted>;
  clock?: Clock;
  /** Seconds after which all who are here may seat a bot for somebody who is asked and away; left out, they may not. */
  stand_in?: number;
  /** It counts for nobody's rating. */
  unrated?: boolean;
};

/** A browser of yours. */
export type Device = {
  id: Id;
  /** What it is, as far as it says so. */
  label: string;
  since: number;
  /** The one that asks. */
  here: boolean;
};

export type Devices = {
  devices: Array<Device>;
  /** Whether there is a recovery code; nobody can read it again. */
  recovery: boolean;
};

/** A die on the table: its sides, and the number that lies on top. */
export type Die = {
  /** How many sides it has. */
  sides: number;
  /** What it shows. */
  rolled: number;
  /** Who threw it. */
  seat?: Seat;
  /** It does what it was thrown for. */
  hit?: boolean;
};

export type Enter = {
  /** A recovery code, or what follows the `#` of a link. */
  key: string;
  /** Also if this browser sits at tables as another person: those seats stay with that person. */
  leave?: boolean;
};

export type Erase = {
  /** Nothing happens without it. */
  sure: boolean;
};

/** Everything that is kept of you. */
export type Export = {
  id: Id;
  name: string;
  tables: Array<TableOfMine>;
  /** By what it is: browsers, mail, places to be called at, ratings, games, reports. */
  more: Record<string, unknown>;
};

/** The body of every answer that is no success. */
export type Failure = {
  error: What;
};

/** Who meets whom, and where: clients show it as an event of its own, with what lies there. */
export type Fight = {
  /** The id of the place. */
  at: string;
  /** The attacker first. Nobody's side (natives, guards) has a name alone. */
  sides: [Foe, Foe];
};

/** One side of a fight. */
export type Foe = {
  /** Whose side it is, if a seat's. */
  seat?: Seat;
  /** What it is called, if it is no seat's. */
  name?: string;
};

/** What a shape looks like. */
export type Form = { symbol: string } | { line: [number, number] } | { area: Array<[number, number]> } | "text";

/** The finished game, and the entry of it, that a table plays on from. */
export type From = {
  table: Id;
  entry: number;
};

/** What the server says. Answers carry the `id` of what they answer. */
export type FromServer =
  | { type: "sync" } & Sync
  | { type: "update" } & Update
  | {
      type: "presence";
      /** Seats with a live person. */
      online: Array<Seat>;
      /** Spectators. */
      watchers: number;
    }
  | {
      type: "done";
      id: Id;
      /** It is stored under this number; the update follows. */
      seq: number;
    }
  | {
      type: "refused";
      id?: Id;
      /** Nothing has changed. */
      error: What;
    }
  | { type: "why"; id: Id; refusal: Refusal }
  | {
      type: "ways";
      id: Id;
      /** The shortest first, then longer ones that are safer; there may be none. Say the sentences one after another. */
      ways: Array<Array<Leg>>;
    }
  | {
      type: "hint";
      id: Id;
      /** The best three; there may be none. */
      sentences: Array<Hint>;
    }
  | {
      type: "log";
      id: Id;
      items: Array<LogItem>;
      /** There are more before this number. */
      earlier?: number;
    }
  | {
      type: "bye";
      /** The server closes the socket next: `stopping`, `busy`, `too-many` or `too-large`. */
      code: Code;
      text: string;
    };

export type GamesOf = {
  title: string;
  games: number;
  won: number;
  /** Where no bot had to play on. */
  kept: number;
  /** The time of an answer in milliseconds: the mean of the games' medians. */
  pace?: number;
};

/** The goal on a card. */
export type Goal = {
  /** How one wins. */
  win: string;
  /** How the game ends. */
  end: string;
  /** What a round is. */
  round: string;
  /** Where points come from. */
  points: string;
};

/** Things that belong together. */
export type Group = {
  /** Its heading, or nothing. */
  title: string;
  /** How they are laid out. */
  layout: Layout;
  /** The things. */
  items: Array<Item>;
};

/** Everything a title says about itself to those who do not know it yet. */
export type Guide = {
  /** The title's id. */
  title: string;
  /** The card at the start. */
  goal: Goal | null;
  /** Kinds of question, by the clause that asks them; where a clause asks several, by the clause and a word of the question. */
  question: { [key in string]: GuideKind };
  /** What else is on the page with the game at a glance, a line each. */
  summary: Array<string>;
  /** The game's words. */
  words: { [key in string]: GuideWord };
};

/** A kind of question. */
export type GuideKind = {
  /** What it is for, in a line. */
  what: string;
  /** What the answers cost. */
  cost: string;
  /** What most players do. */
  most: string;
};

/** A word of the game. */
export type GuideWord = {
  /** What it means, in a sentence or two. */
  text: string;
  /** How else it is written: its plural, for instance. */
  forms: Array<string>;
};

/** A sentence the bot would say, with its estimate of winning in thousandths. */
export type Hint = {
  words: Array<string>;
  label: Text;
  /** Thousandths of winning. */
  chance: number;
  /** What it changes until somebody else is asked, on the average; empty where no figure changes. */
  why?: Array<Text>;
};

export type Home = {
  me: Me;
  /** From the host of the server. */
  welcome?: string;
  /** You need a code of the host's before you can sit down. */
  stranger?: boolean;
  titles: Array<Title>;
  levels: Array<LevelAbout>;
  /** Tables where you sit: all that are not over, those that wait for you first and the longest waiting of them first, then some that are over. */
  mine: Array<Summary>;
  /** Public tables with open seats. */
  open: Array<Summary>;
  /** Public tables that are over. */
  recent: Array<Summary>;
};

/** What the host of the server sees first. */
export type House = {
  welcome?: string;
  /** Newcomers need the code. */
  closed: boolean;
  /** Days after which a table is deleted on which nothing happens any more. */
  keep_days?: number;
  /** Of one person, that are not over. */
  tables_per_person: number;
  /** Tables by status. */
  tables: { [key in string]: number };
  reports: Array<Reported>;
};

export type Id = string;

/** One thing in a panel; its id is a word of the sentences like a shape's. */
export type Item = {
  /** A word of the sentences, or empty. */
  id: string;
  /** A picture of the library, or empty. */
  symbol?: string;
  /** What it is. */
  label: string;
  /** How many, or how much. */
  value?: string;
  /** What it says when somebody points at it. */
  tip?: string;
  /** Whose it is. */
  owner?: Seat;
  /** Column and row in a tree. */
  cell?: [number, number];
  /** The cells of a tree that lead to this one. */
  after?: Array<[number, number]>;
  /** Words of `STYLES`. */
  style?: Array<string>;
};

/** Who sits on a chair. */
export type Kind = "open" | "person" | "bot";

/** How the things of a group are laid out. */
export type Layout = "counters" | "cards" | "tree" | "track";

/** Something that a person has learned now. */
export type Learn = {
  /** The id of a lesson, `puzzle/` and the id of a puzzle, a key of the guide's kinds of question, or `guided-game`. */
  word: string;
};

export type Learned = {
  /** All of this title. */
  learned: Array<string>;
};

/** Where a learner is. */
export type Learner = {
  /** The number of a step, from 0. */
  step: number;
  /** All sentences that were said in it, one after another. */
  said: Array<string>;
  /** The words so far, and the word that is not lit: why not? */
  why?: Array<string>;
};

export type Leave = {
  seat: Seat;
};

/** A step of a lesson after what the learner has said. */
export type Lecture = {
  name: string;
  /** The number of the step: steps in which others only act are passed over. */
  step: number;
  /** Whether another one follows. */
  goes_on: boolean;
  say: Text;
  /** Empty if there is only something to read. */
  task: Text;
  /** Ids that the table lights. */
  look: Array<string>;
  /** What came of the last sentence, or of the question why not. */
  reply?: Reply;
  /** What the lesson's own answer says next; absent for a learner who has begun otherwise. */
  own?: Sentence;
  table: Sync;
};

/** One sentence of a way. */
export type Leg = {
  /** A verb and the ids of things. */
  words: Array<string>;
  /** What it means when it is said. */
  label: Text;
  /** The chance that it succeeds. */
  odds?: Odds;
};

export type LessonListed = {
  /** Its word in addresses. */
  id: string;
  name: string;
  clauses: Array<string>;
};

/** How well a bot plays, or whose it is: a level, or the name of a program of the operator's. The words easy, normal and hard come from older logs and from scripts. */
export type Level = string;

export type LevelAbout = {
  id: Level;
  name: string;
  about: string;
};

/** An address that gives something to the first person who opens it. */
export type Link = {
  url: string;
  /** The same for a camera. */
  qr: Qr;
  /** It works until then. */
  until?: number;
};

/** The new length, and the elements that are new or different with their places. */
export type ListChange<T> = {
  length: number;
  set: Array<[number, T]>;
};

/** One line of a table's log as a client reads it. */
export type LogItem = {
  seq: number;
  at: number;
  kind: LogKind;
  /** Of the record; only in a replay. */
  entry?: number;
  seat?: Seat;
  name?: string;
  text: Text;
  clause?: string;
  /** Ids of the things it speaks of. */
  about?: Array<string>;
  dice?: Array<Die>;
  fight?: Fight;
};

/** Who speaks in a line of the log: the game, a person, or the table. */
export type LogKind = "line" | "chat" | "note";

export type Mail = {
  /** This server sends mail. */
  possible: boolean;
  address?: string;
  /** You have opened the link of a letter there. */
  confirmed: boolean;
};

export type MailTo = {
  address: string;
};

export type Me = {
  /** Your page is /person/ID. */
  id: Id;
  name: string;
};

export type Mean = {
  place: number;
  mean: number;
};

export type Moment = {
  entry: number;
  scene: Scene;
  prompt?: Prompt;
  lines: Array<LogItem>;
};

export type NewChannel = {
  kind: ChannelKind;
  /** Of a webhook, or of a topic of ntfy; for mail, the address that you have confirmed. */
  url: string;
  quiet?: Quiet;
};

export type Note = {
  /** At most 4,000 characters. */
  text: string;
};

/** An exact chance of success: `hits` out of `of` equally likely cases. */
export type Odds = {
  /** The cases in which it succeeds. */
  hits: number;
  /** All cases. */
  of: number;
  /** The cases in which it succeeds if the seat adds all that it still may; nothing if it may add nothing that helps. */
  most?: number;
};

/** What a bot thinks of a decision of a finished game. */
export type Opinion = {
  level: Level;
  /** Its best three answers; none if the level does not weigh them. */
  hints: Array<Hint>;
};

/** One option as a person chooses it. */
export type OptionSpec = {
  /** Its name in `key=value`. */
  id: string;
  /** What it can be. */
  values: Values;
  /** What it does, in a few words. */
  about: string;
};

/** A box beside the board: one per seat, and others (a market, a technology board, a summary). */
export type Panel = {
  /** Its name among the panels. */
  id: string;
  /** Its heading. */
  title: string;
  /** Whose it is, if it is a seat's. */
  seat?: Seat;
  /** What is in it. */
  groups: Array<Group>;
};

export type Part = Passage | { head: Array<string>; rows: Array<Cells> };

/** Words with their clauses: in front of them, or behind them in brackets. */
export type Passage = {
  clauses: Array<string>;
  text: string;
  /** Whether the clauses are behind the words. */
  after: boolean;
};

export type PersonKnown = {
  id: Id;
  /** Empty if none was given. */
  name: string;
  /** Tables that are not over, and games that are. */
  playing: number;
  over: number;
  muted: boolean;
  banned: boolean;
};

export type PersonShown = {
  id: Id;
  /** Empty if none was given. */
  name: string;
  me: boolean;
  /** Nobody else sees how they have played. */
  discreet: boolean;
  /** You do not want to play with them. */
  blocked: boolean;
  /** Finished games by title, the favourite one first. */
  games: Array<GamesOf>;
  ratings: Array<RatingOf>;
};

export type Persons = {
  persons: Array<PersonKnown>;
};

export type Profile = {
  /** Show nobody how I have played. */
  discreet: boolean;
};

/** The question a seat is asked, with what is left to spend, and the clause that asks it. */
export type Prompt = {
  /** The question. */
  text: Text;
  /** The clause that asks it. */
  clause: Clause;
};

/** Dark squares as the path of an SVG, with the four squares of margin that cameras want. */
export type Qr = {
  /** Squares across, with the margin. */
  size: number;
  path: string;
};

/** Hours without calls, by the person's own clock. */
export type Quiet = {
  /** The hours when it begins and ends. */
  from: number;
  to: number;
  /** Minutes that the person's clock is ahead of UTC. */
  zone: number;
};

/** On Elo's scale, with half the 95 % interval; Pilot, and everybody at the beginning, has 1000. */
export type RatingOf = {
  title: string;
  players: number;
  /** Against bots alone. */
  solo: boolean;
  rating: number;
  within: number;
  games: number;
};

export type Recovery = {
  /** To be written down: it lets any browser in as you, until you ask for another. */
  code: string;
};

/** A refusal as it reaches a person: what and why, with the clause where a rule forbids it. */
export type Refusal = {
  /** What is wrong, in the player's words. */
  text: Text;
  /** The rule; none where the words are no sentence at all. */
  clause?: Clause;
};

export type Reissue = {
  seat: Seat;
};

export type Rename = {
  name: string;
};

/** A whole game as everybody may read it after the end. */
export type Replay = {
  entries: Array<Step>;
  lines: Array<LogItem>;
};

/** What came of a learner's sentence. */
export type Reply =
  | { is: "more" }
  | {
      is: "good";
      /** What there is to say. */
      text: Text;
      /** The lesson goes on from its own answer, which was another one: its labels. */
      instead?: Array<Text>;
    }
  | {
      is: "poor";
      /** What there is to say. */
      text: Text;
    }
  | {
      is: "refused";
      /** Which, and why. */
      refusal: Refusal;
      /** What the lesson adds. */
      text?: Text;
    };

/** What a person has reported about another. */
export type Reported = {
  id: Id;
  at: number;
  table: Id;
  /** Who reports, and about whom: their ids and names. */
  by: Id;
  by_name: string;
  about: Id;
  about_name: string;
  text: string;
};

/** What a person may do from now on. */
export type Rule = {
  /** Says nothing at any table. */
  muted: boolean;
  /** Does nothing here at all. */
  banned: boolean;
};

export type Rules = {
  title: string;
  name: string;
  sections: Array<Section>;
};

export type Saying = {
  at: number;
  text: string;
};

/** A picture of the table. */
export type Scene = {
  /** Width and height of the board in board units. The shorter side is 1000, so that words are as large in all games. */
  size: [number, number];
  /** Back to front. */
  shapes: Array<Shape>;
  /** Beside the board. */
  panels: Array<Panel>;
  /** How the seats look, by seat; a side of the board that nobody plays may follow them. */
  seats: Array<SeatLook>;
  /** How far the game is, in a few words: “Round 3, allocation”. */
  heading: string;
  /** Places next to each other, by id, each pair once: for players who cannot see the board. */
  ways?: Array<[string, string]>;
};

/** A chair at the table, counted from 0. Games name their seats (by colour, race, …) with `Parts::seat_name`. */
export type Seat = number;

export type SeatKnown = {
  kind: Kind;
  name: string;
  person?: Id;
};

export type SeatListed = {
  kind: Kind;
  name: string;
  mine: boolean;
};

/** A seat's name and the colour it has in every shape that it owns. */
export type SeatLook = {
  /** What the table calls it. */
  name: string;
  /** One of the stylesheet's colours: `red`, `yellow`, `green`, `blue`, `violet`, `orange`, or `none`. */
  colour: string;
  /** The number that says who leads, where the viewer may know it. */
  points?: number;
  /** What it is doing. */
  state: SeatState;
  /** What matters about it in this game, in a few figures: its place at the table shows them at all times. */
  key?: Array<Item>;
};

/** What a seat is doing. */
export type SeatState = "waiting" | "deciding" | "done" | "out" | "winner";

export type Section = {
  heading: string;
  level: number;
  parts: Array<Part>;
};

/** A legal sentence as a client gets it: its words, what they mean, and the odds where dice decide. */
export type Sentence = {
  /** A verb and the ids of things. */
  words: Array<string>;
  /** What it means here. */
  label: Text;
  /** The chance that it succeeds. */
  odds?: Odds;
  /** What follows unasked, as the seat has no other choice, up to where something is thrown, drawn or revealed. */
  then?: Array<Then>;
  /** It throws, draws or reveals something, at once or by what follows: nobody can take it back. */
  firm?: boolean;
};

export type SetChair = {
  seat: Seat;
  to: Wanted;
};

/** One thing on the board. */
export type Shape = {
  /** A word of the sentences, or a name for motion between scenes, or empty. */
  id: string;
  /** What it looks like. */
  form: Form;
  /** The id of the place it lies on, for players who cannot see that. */
  on?: string;
  /** Its middle. */
  at: [number, number];
  /** Across; the width of a line; the height of letters. */
  size: number;
  /** Whose it is. */
  owner?: Seat;
  /** Short words under it. */
  label?: string;
  /** Small words or a number on it. */
  count?: string;
  /** What hovering or a long press says. */
  tip?: string;
  /** Words of `STYLES`. */
  style?: Array<string>;
};

export type Share = {
  name: string;
  games: number;
  wins: number;
};

export type Sit = {
  seat: Seat;
  name?: string;
  nonce: Id;
  invite?: Id;
};

/** Points that came from one thing, by seat. */
export type Source = {
  name: string;
  points: Array<number>;
};

/** Points of one seat in one game that came from one thing. */
export type SourceMean = {
  name: string;
  mean: number;
  winners: number;
};

export type Spread = {
  least: number;
  middle: number;
  most: number;
};

export type Start = {
  nonces: { [key in number]: Id };
};

export type Stats = {
  games: number;
  decisions: Spread;
  seats: Array<Share>;
  facts: { [key in string]: Array<Share> };
  points: Array<Mean>;
  sources: Array<SourceMean>;
};

export type Status = "lobby" | "playing" | "over" | "closed";

export type Step = {
  /** 0 is the setup. */
  entry: number;
  seat?: Seat;
  sentence: string;
  /** The sentence in words. */
  label: Text;
  /** How far the game was after it. */
  heading: string;
  /** By seat, after it. */
  points: Array<number>;
  /** The opinion of a bot: thousandths of winning, by seat. */
  chances: Array<number>;
};

export type Stored = {
  seq: number;
};

/** On Elo's scale, with half the 95 % interval; Pilot has 1000. */
export type Strength = {
  rating: number;
  within: number;
};

/** A table in a list of the home page. */
export type Summary = {
  id: Id;
  title: string;
  status: Status;
  seats: Array<SeatListed>;
  asked: Array<Seat>;
  your_turn: boolean;
  /** A bot plays for you. */
  stand_in?: boolean;
  places?: Array<number>;
  heading: string;
  public: boolean;
  created: number;
  changed: number;
};

/** Everything a viewer sees of a table. */
export type Sync = {
  seq: number;
  /** Whose eyes; null is a spectator's. */
  viewer: Seat | null;
  table: Table;
  /** The lines of the last 200 events. */
  items: Array<LogItem>;
  /** There are more before this number: ask with `log`. */
  earlier?: number;
  /** Null in the lobby. */
  scene: Scene | null;
  ask: Ask | null;
  undo: Undo;
};

/** A table as one guest sees it. Times are milliseconds since 1970. */
export type Table = {
  id: Id;
  title: string;
  options: { [key in string]: string };
  public: boolean;
  status: Status;
  seats: Array<Chair>;
  /** You made it: you may change seats and start. */
  host: boolean;
  /** Only for those who sit here; the link is /join/INVITE. */
  invite?: Id;
  /** SHA-256 of the secret of the dice, there from the beginning. */
  commitment: string;
  /** By seat, of those who gave one; fixed when the game starts. */
  nonces: Array<Id>;
  /** Opened when the game is over. */
  secret?: string;
  /** Seats that have to answer now. */
  asked: Array<Seat>;
  /** Final places by seat, 1 is first. */
  places?: Array<number>;
  /** Where the points came from, once it is over. */
  sources?: Array<Source>;
  /** How long persons may think; absent, nobody hurries. */
  clock?: Clock;
  /** Seconds after which all who are here may seat a bot for somebody who is asked and away; absent, they may not. */
  stand_in?: number;
  /** It counts for nobody's rating. */
  unrated?: boolean;
  /** Why it was closed. */
  closed?: string;
  /** It was played on from there. */
  from?: From;
  /** The rematch. */
  next?: Id;
  created: number;
  changed: number;
};

/** A table as the host of the server sees it: nothing of the game. */
export type TableKnown = {
  id: Id;
  title: string;
  status: Status;
  public: boolean;
  seats: Array<SeatKnown>;
  /** The person who made it. */
  host: Id;
  created: number;
  changed: number;
};

/** A table whose log tells of you. */
export type TableOfMine = {
  id: Id;
  said: Array<Saying>;
  /** Your decisions in order, as the record has them. */
  decided: Array<string>;
};

export type TablesKnown = {
  tables: Array<TableKnown>;
  /** There are more before this. */
  earlier?: number;
};

export type Take = {
  seat: Seat;
  /** Of the link. */
  key: string;
  name?: string;
};

/** Words and references, in reading order. */
export type Text = Array<TextPart>;

/** A part of a text: on the wire a string, or an object with an id and a name. */
export type TextPart =
  | string
  | {
      /** The word of sentences, and of scenes. */
      id: string;
      /** What a player calls it. */
      name: string;
      /** The seat, if that is what it refers to. */
      seat?: Seat;
    };

/** A decision that follows from another one, because its seat has no other choice. */
export type Then = {
  /** What it means. */
  label: Text;
  /** The chance that it succeeds. */
  odds?: Odds;
};

/** What a seat's clock shows. */
export type Time = {
  /** Milliseconds, when it was sent. */
  left: number;
  runs: boolean;
};

export type Title = {
  options: Array<OptionSpec>;
  /** Option to word. */
  defaults: { [key in string]: string };
  /** Number of seats for each word of the option `players`. */
  seats: { [key in string]: number };
  /** How strong each level is in this title, where that was measured. */
  ratings: { [key in string]: Strength };
  /** The word for it on command lines, in records and addresses. */
  id: string;
  /** As it is printed on the box. */
  name: string;
  /** The prefix of its clause ids. */
  prefix: string;
  /** The fewest seats. */
  min_seats: number;
  /** The most seats. */
  max_seats: number;
  /** One sentence for the shelf. */
  about: string;
  /** Usual length in minutes, and weight from 1 to 5. */
  minutes: number;
  /** From 1, light, to 5, heavy. */
  weight: number;
  /** The newest rules version. It grows when the same choices can lead to another result; games go on with the version that they began with. */
  rules_version: number;
  /** No game has more decisions. */
  max_actions: number;
};

export type Titles = {
  titles: Array<Title>;
  levels: Array<LevelAbout>;
};

/** What a client says. `id` is made by the client, new for each intent, the same when it is sent again. */
export type ToServer =
  | {
      type: "act";
      id: Id;
      seat: Seat;
      /** Words joined by one space. */
      sentence: string;
      /** That of the `Ask` it answers. */
      question: number;
    }
  | { type: "undo"; id: Id; seat: Seat }
  | {
      type: "chat";
      id: Id;
      /** 1 to 500 characters, of those who sit at the table. */
      text: string;
    }
  | {
      type: "look";
      /** Other eyes, of a seat of yours or a spectator's: answered by a sync. */
      seat: Seat | null;
    }
  | {
      type: "log";
      id: Id;
      /** `earlier` of a sync or of another page. */
      before: number;
    }
  | {
      type: "why";
      id: Id;
      seat: Seat;
      /** The words so far, and the word that is not lit. */
      words: Array<string>;
    }
  | {
      type: "ways";
      id: Id;
      seat: Seat;
      /** The words so far: the first sentence has them all. */
      words: Array<string>;
      /** The far thing. */
      to: string;
    }
  | { type: "hint"; id: Id; seat: Seat }
  | {
      type: "vote";
      id: Id;
      /** Whose place a bot should take. */
      seat: Seat;
    }
  | {
      type: "away";
      id: Id;
      /** A seat of mine: let a bot play for me. */
      seat: Seat;
    }
  | {
      type: "back";
      id: Id;
      /** A seat of mine: I play again. */
      seat: Seat;
    }
  | {
      type: "resign";
      id: Id;
      /** A seat of mine: a bot plays on there, to the end. */
      seat: Seat;
    }
  | {
      type: "end";
      id: Id;
      /** A seat of mine: I want the game to end here. It does when all persons want it. */
      seat: Seat;
    };

export type Turn = {
  id: Id;
  title: string;
  since: number;
};

/** Tables that wait for you, the longest waiting first. */
export type Turns = {
  turns: Array<Turn>;
};

/** Whether the viewer's last decision can be taken back. */
export type Undo =
  | {
      ok: true;
      /** What would be taken back. */
      label: Text;
    }
  | { ok: false; why: string };

/** What is new since the last message. A field that is absent has not changed. */
export type Update = {
  from: number;
  seq: number;
  table: Table;
  /** What happened after `from`, up to `seq`. */
  items: Array<LogItem>;
  /** Take away the items with these numbers: they were undone. */
  gone: Array<number>;
  /** The whole scene, or … */
  scene?: Scene | null;
  /** … what changed in the scene of `from`. */
  change?: Change;
  ask?: Ask | null;
  undo?: Undo;
};

/** What an option can be. */
export type Values = { "one-of": Array<string> } | { range: [number, number] } | "switch";

/** Who is to sit on a seat. */
export type Wanted = { kind: "person"; name?: string } | { kind: "bot"; level: Level } | { kind: "open" };

/** An error as a client reads it. */
export type What = {
  code: Code;
  text: string;
  clause?: string;
};
