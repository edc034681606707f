/** A lesson speaks to a board as the socket of a table does. What comes of a sentence it asks the server, which keeps nothing. */
import { api, say } from "./api";
import { news } from "./feed";
import { seatName } from "./look";
import { spell } from "./text";
import type { FromServer, Learner, Lecture, ToServer } from "./wire";

export class Lesson extends EventTarget {
  /** The step, and what came of what was said last. */
  lecture = $state.raw<Lecture>();
  /** Why the lesson cannot be shown. */
  failed = $state("");
  /** A task was left out. */
  skipped = $state(false);

  #said: string[] = [];
  #questions = 0;

  constructor(
    readonly title: string,
    readonly id: string,
    readonly puzzle = false,
  ) {
    super();
  }

  /** The learner has reached the end. */
  get ended(): boolean {
    const { lecture } = this;
    return lecture !== undefined && !lecture.goes_on && (!lecture.task.length || lecture.reply?.is === "good");
  }

  async begin(): Promise<void> {
    this.dispatchEvent(new Event("open"));
    await this.#turn(0).catch((error: unknown) => (this.failed = say(error).text));
  }

  /** On to the next step. */
  async next(): Promise<void> {
    const { lecture } = this;
    if (!lecture?.goes_on) return;
    if (lecture.task.length && lecture.reply?.is !== "good") this.skipped = true;
    await this.#turn(lecture.step + 1);
  }

  /** Once more from the beginning of the step. */
  async again(): Promise<void> {
    if (this.lecture) await this.#turn(this.lecture.step);
  }

  async #turn(step: number): Promise<void> {
    const lecture = await this.#hear({ step, said: [] });
    this.#said = [];
    this.#show(lecture);
  }

  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    if (!("id" in message)) return;
    this.#answer(message).catch((error: unknown) => {
      const { text } = say(error);
      this.#tell({ type: "refused", id: message.id, error: { code: "internal", text } });
    });
  }

  async #answer(message: Extract<ToServer, { id: string }>): Promise<void> {
    const { id } = message;
    // A lesson is gone step by step.
    if (message.type === "ways") return this.#tell({ type: "ways", id, ways: [] });
    if (message.type === "why") {
      this.lecture = await this.#ask({ why: message.words });
      const { reply } = this.lecture;
      if (reply?.is === "refused") this.#tell({ type: "why", id, refusal: reply.refusal });
      return;
    }
    const said = message.type === "act" ? [...this.#said, message.sentence] : this.#said.slice(0, -1);
    const lecture = await this.#ask({ said });
    const { reply } = lecture;
    if (reply?.is === "refused") {
      this.lecture = lecture;
      const { text, clause } = reply.refusal;
      const { table, scene } = lecture.table;
      const words = spell(text, (seat) => seatName(table, scene, seat));
      const error = { code: "illegal" as const, text: words, ...(clause && { clause }) };
      return this.#tell({ type: "refused", id, error });
    }
    this.#said = said;
    this.#tell({ type: "done", id, seq: this.#questions });
    this.#show(lecture);
  }

  async #ask(more: Partial<Learner>): Promise<Lecture> {
    return this.#hear({ step: this.lecture!.step, said: this.#said, ...more });
  }

  #hear(learner: Learner): Promise<Lecture> {
    return (this.puzzle ? api.puzzle : api.lesson)(this.title, this.id, learner);
  }

  /** Tells the board what is new: all of it at first, then what has happened and what was taken back. */
  #show(lecture: Lecture): void {
    const before = this.lecture?.table;
    this.lecture = lecture;
    const from = this.#questions++;
    const [table, seq] = [lecture.table, this.#questions];
    const ask = table.ask && { ...table.ask, question: seq };
    if (!before) return this.#tell({ type: "sync", ...table, seq, ask });
    const { gone, items } = news(before.items, table.items);
    const { scene, undo } = table;
    this.#tell({ type: "update", from, seq, table: table.table, gone, items, scene, ask, undo });
  }

  #tell(message: FromServer): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  /** Nothing was missed: everything that is told is told in order. */
  reconnect(): void {}
  close(): void {}
}
