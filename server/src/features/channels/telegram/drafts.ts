/** How often a draft may change, and how long a bot goes without any whose server does not know them. */
const pauseMs = 1500;
const offMs = 86_400_000;

interface Draft {
  at: number;
  text: string;
}

/** What is shown of answers while they are written, in this process: a preview, which may be dropped at any time. */
export class Drafts {
  private readonly shown = new Map<string, Draft>();
  private readonly offUntil = new Map<string, number>();

  /** Whether to show this text now; counted as shown if so. */
  begin(channelId: string, answerId: string, text: string, now: number): boolean {
    if ((this.offUntil.get(channelId) ?? 0) > now) return false;
    const before = this.shown.get(answerId);
    if (before && (now - before.at < pauseMs || before.text === text)) return false;
    if (this.shown.size > 10_000) this.shown.clear();
    this.shown.set(answerId, { at: now, text });
    return true;
  }

  /** None for this bot, for a day. */
  turnOff(channelId: string, now: number): void {
    if (this.offUntil.size > 10_000) this.offUntil.clear();
    this.offUntil.set(channelId, now + offMs);
  }
}
