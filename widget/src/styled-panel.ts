// These come first in the file: in this order it shrinks best.
import './panel/message/trouble.ts';
import './panel/message/addresses.ts';
import './panel/message/markdown.ts';
import '@parlance/contract/display/colours';
import './conversation/conversation.ts';
import type { PanelOptions } from './frame.ts';
import { createPanel as create } from './panel/panel.ts';
import css from './styles.css?inline';

/** What a panel's file offers. The styles come last: amid the code, both would shrink less. */
export const createPanel = (frame: PanelOptions) => create(frame, css);
