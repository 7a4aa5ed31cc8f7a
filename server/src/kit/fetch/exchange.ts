import { Readable } from 'node:stream';
import { Body, type BodyOptions, decodeBody } from './body.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Empty where it was not wanted. */
  body: Buffer;
}

/** Decides by an answer's head how its body is taken in; undefined: not at all. What it throws ends the request. */
export type BodyPolicy = (status: number, headers: Record<string, string>) => BodyOptions | undefined;

/** The client's handle on a request under way. */
interface Controller {
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

/**
 * One request and its answer, by the client's own events: `request` makes a stream, a signal and a resource of each
 * answer, which for a page of one chunk cost more than asking for it.
 */
export class Exchange {
  readonly answer: Promise<Answer>;
  readonly #judge: BodyPolicy;
  #resolve!: (answer: Answer) => void;
  #reject!: (error: unknown) => void;
  #controller: Controller | undefined;
  #isOver = false;
  #status = 0;
  #headers: Record<string, string> = {};
  #body: Body | undefined;
  /** The stream through which a body is inflated. */
  #stream: Readable | undefined;

  constructor(judge: BodyPolicy) {
    this.#judge = judge;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Ends it, and closes the connection that it has. */
  abort(error: unknown) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reject(error);
    this.#hangUp();
  }

  onRequestStart(controller: Controller) {
    this.#controller = controller;
    if (this.#isOver) this.#hangUp();
  }

  onResponseStart(
    controller: Controller,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ) {
    // A 1xx status: the answer is still to come.
    if (status < 200 || this.#isOver) return;
    this.#status = status;
    for (const [name, value] of Object.entries(headers))
      this.#headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
    try {
      const options = this.#judge(status, this.#headers);
      if (!options) return this.#end(Buffer.alloc(0));
      this.#body = new Body(options);
    } catch (error) {
      return this.abort(error);
    }
    const body = this.#body;
    if (!body.decoder) return;
    const stream = new Readable({ read: () => controller.resume() });
    this.#stream = stream;
    decodeBody(stream, body, body.decoder()).then(
      () => this.#end(body.toBuffer()),
      (error) => this.abort(error),
    );
  }

  onResponseData(controller: Controller, chunk: Buffer) {
    const body = this.#body;
    if (this.#isOver || !body) return;
    if (this.#stream) {
      if (!this.#stream.push(chunk)) controller.pause();
      return;
    }
    try {
      body.count(chunk);
      body.take(chunk);
    } catch (error) {
      return this.abort(error);
    }
    if (body.isFull) this.#end(body.toBuffer());
  }

  onResponseEnd() {
    this.#controller = undefined;
    if (this.#stream) this.#stream.push(null);
    else if (this.#body) this.#end(this.#body.toBuffer());
  }

  onResponseError(_controller: Controller, error: Error) {
    this.#controller = undefined;
    if (this.#stream) this.#stream.destroy(error);
    else this.abort(error);
  }

  #end(body: Buffer) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#resolve({ status: this.#status, headers: this.#headers, body });
    this.#hangUp();
  }

  /** Unless the answer has come to its end: then the connection serves the next. */
  #hangUp() {
    const controller = this.#controller;
    this.#controller = undefined;
    controller?.abort(new Error('no more is wanted'));
    this.#stream?.destroy();
  }
}
