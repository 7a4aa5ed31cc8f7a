const failuresToOpen = 5;
const openMs = 30_000;

/**
 * Spares a provider that is down, and its callers the wait: after five failures in a row no request goes out for 30 s,
 * then one does (S11.5).
 */
export class Circuit {
  private failures = 0;
  private openUntilMs = 0;
  private trying = false;
  private readonly refusal: () => Error;
  private readonly now: () => number;

  /** The clock is monotonic: setting the machine's time neither keeps it open nor closes it. */
  constructor(refusal: () => Error, now: () => number = () => performance.now()) {
    this.refusal = refusal;
    this.now = now;
  }

  /** Throws while the circuit is open. Each call that may begin ends in `leave`, `succeed` or `fail`. */
  enter(): void {
    if (this.failures < failuresToOpen) return;
    if (this.now() < this.openUntilMs || this.trying) throw this.refusal();
    this.trying = true;
  }

  leave(): void {
    this.trying = false;
  }

  succeed(): void {
    this.trying = false;
    this.failures = 0;
  }

  /** `tries` is the number of failures that this one stands for. */
  fail(tries = 1): void {
    this.trying = false;
    this.failures += tries;
    if (this.failures >= failuresToOpen) this.openUntilMs = this.now() + openMs;
  }
}
