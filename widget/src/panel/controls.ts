import { createExternalLink, createIcon, fill, listen, make } from '../dom.ts';
import { createButton } from './button.ts';
import type { PanelContext } from './context.ts';
import { restartIcon, sendIcon, stopIcon } from './icons.ts';

export const maxLength = 4000;

export function createControls(
  { t, frame, conversation, announce, say, ask, focusField }: PanelContext,
  forgetViews: () => void,
  ...dialogTools: (Node | false)[]
) {
  const title = make('h2');
  const subtitle = make('p');
  const avatar = make('span', 'avatar');
  const restartTool = createButton('tool', t.restart, restart, createIcon(restartIcon));
  const header = make(
    'header',
    '',
    avatar,
    make('div', 'who', title, subtitle),
    make('div', 'tools', restartTool, ...dialogTools),
  );
  const field = make('textarea');
  const sendPicture = make('span', 'tool');
  const send = createButton('send', '', submit, sendPicture, createIcon(stopIcon));
  field.rows = 1;
  field.maxLength = maxLength;
  const footer = make('footer');
  const eraser = createButton('', '', erase);

  function erase() {
    if (eraser.textContent === t.erase) {
      eraser.textContent = t.eraseSure;
      announce(t.eraseSure);
    } else
      conversation.erase().then(
        () => {
          forgetViews();
          say(t.erased);
          focusField();
        },
        () => say(t.network),
      );
  }

  /** Shows a picture; one that stands is not drawn again: it would blink. */
  function placePicture(place: HTMLElement, url: string | null, otherwise: Node | string) {
    if (url && url === place.dataset.url) return;
    place.dataset.url = url ?? '';
    fill(place, otherwise);
    frame.showImage(place, url, frame.address);
  }

  function submit() {
    if (conversation.busy) conversation.stop();
    else {
      ask(field.value);
      field.value = field.style.blockSize = '';
    }
    focusField();
  }
  function restart() {
    const takeBack = conversation.restart();
    const undo = createButton(
      'button',
      '',
      () => {
        takeBack();
        say('');
        focusField();
      },
      t.undo,
    );
    say(`${t.restarted} `, undo);
    focusField();
  }

  listen(field, 'keydown', (event: KeyboardEvent) => {
    const { key, shiftKey, isComposing, keyCode } = event;
    // 229: Safari's Enter that ends a composition no longer says so otherwise.
    if (key !== 'Enter' || shiftKey || isComposing || keyCode === 229) return;
    event.preventDefault();
    if (!conversation.busy) submit();
  });
  // It grows with its text, to six lines.
  listen(field, 'input', () => {
    field.style.blockSize = 'auto';
    field.style.blockSize = `${Math.min(field.scrollHeight, 146)}px`;
  });

  return {
    header,
    composer: make('div', 'composer', field, send),
    field,
    footer,
    draw() {
      const { busy } = conversation;
      send.ariaLabel = send.title = busy ? t.stop : t.send;
      send.classList.toggle('stop', busy);
      restartTool.hidden = !conversation.messages.length;
      eraser.hidden = !conversation.started;
      if (eraser.textContent !== t.erase) eraser.textContent = t.erase;
    },
    dress() {
      const { name, answers, avatarUrl, appearance, privacyUrl } = frame.config;
      field.placeholder = appearance.placeholder || t.placeholder;
      field.ariaLabel = t.placeholder;
      placePicture(sendPicture, appearance.sendIconUrl, createIcon(sendIcon));
      const isShown = privacyUrl && /^https?:/.test(privacyUrl);
      fill(footer, !!isShown && createExternalLink('', privacyUrl, t.privacy), eraser);
      const shownTitle = appearance.title || name;
      title.textContent = shownTitle;
      subtitle.textContent = shownTitle !== name ? name : answers === 'quoted' ? t.quoting : t.assistant;
      placePicture(avatar, avatarUrl, [...shownTitle][0] ?? '');
    },
  };
}
