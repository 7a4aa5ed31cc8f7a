import type { EmbedConfig, StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import type { Transport } from './conversation/transport.ts';

/** What a panel is given: where it lives, whom it speaks for, and how it reaches the chatbot. */
export interface PanelOptions {
  publicId: string;
  /** The chatbot's address: `https://parlance.example/embed/v1/{publicId}`. */
  address: string;
  /** Whether it stands in its place on the page, always shown; else beside the launcher. */
  inline: boolean;
  root: ShadowRoot;
  launcher?: HTMLButtonElement;
  config: EmbedConfig;
  language: Language;
  /** `light` or `dark` when the page asks for it; else the appearance decides. */
  theme?: string | null;
  /** Who the page says its visitor is. */
  visitor?(): StatedVisitor | null | undefined;
  emit(event: WidgetEvent, detail?: unknown): void;
  /** The loader's own function, which draws the launcher's picture, too. */
  showImage(place: HTMLElement, url: string | null, address: string): void;
  /** How the chatbot is reached; absent: over HTTP from `address`. The customiser's preview brings its own. */
  transport?: Transport;
}

export type WidgetEvent = 'open' | 'close' | 'message' | 'answer' | 'error';

export interface Panel {
  open(): void;
  close(): void;
  toggle(): void;
  ask(text: string): void;
  /** Shows another appearance or language, with the conversation kept. */
  update(config: EmbedConfig): void;
  destroy(): void;
}
