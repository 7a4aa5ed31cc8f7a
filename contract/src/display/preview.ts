import type { AnswerEvent, AnswerMode, Citation, EmbedConfig } from '../endpoints/embed.ts';
import type { Language } from '../i18n.ts';

/**
 * The customiser's preview: the real widget on a page of ours in a frame. Frame and app say this word to each other
 * by `postMessage`, the app with a port; all that follows goes through the port.
 */
export const previewWord = 'parlance-preview';

export const previewStates = ['welcome', 'answer', 'unanswered', 'offline'] as const;
export type PreviewState = (typeof previewStates)[number];

/** What the frame shows; a change of appearance alone keeps the conversation. */
export interface PreviewScene {
  publicId: string;
  config: EmbedConfig;
  language: Language;
  /** The page's own look, which a widget of theme `auto` follows. */
  isDark: boolean;
  state: PreviewState;
  /** What was asked and answered in the states that show an answer; it is invented, and costs nothing. */
  sample: { question: string; answer: string; mode: AnswerMode; citations: Citation[] };
}

export type ToPreview =
  | { type: 'scene'; scene: PreviewScene }
  | { type: 'event'; ask: number; event: AnswerEvent }
  | { type: 'refused'; ask: number; code: string; retryAfter: number }
  | { type: 'cut'; ask: number };

export type FromPreview =
  | { type: 'ask'; ask: number; text: string; conversationId?: string }
  | { type: 'stop'; ask: number }
  /** Ctrl+S was pressed in there. */
  | { type: 'save' }
  /** The widget's own script could not be fetched. */
  | { type: 'failed' };
