import { documentProperty, make, styleSheetOf } from './dom.ts';
import { createHost, fetchConfig, load, showImage, visitorLanguage } from './host-page/host.ts';

// The page of `/embed/{publicId}`: the chatbot alone, filling the frame it is shown in.
const { pathname, origin, search } = location;
const publicId = pathname.replace(/\/$/, '').split('/').pop();
const address = `${origin}/embed/v1/${publicId}`;

document.adoptedStyleSheets = [
  styleSheetOf(
    'html,body{height:100%;margin:0}main{display:contents}h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}@media(prefers-color-scheme:dark){html{background:#121617}}',
  ),
];

async function show(): Promise<void> {
  const config = await fetchConfig(address);
  const language = visitorLanguage(new URLSearchParams(search).get('language')) ?? config.language;
  const { createPanel } = await load(`${language}.js`, address);
  documentProperty('documentElement').lang = language;
  document.title = config.appearance.title || config.name;
  const root = createHost(true);
  // Opened by itself it is a page like any other, with a heading and a main part.
  const main = make('main', '');
  main.append(make('h1', '', document.title), root.host);
  documentProperty('body').append(main);
  const frame = { publicId, address, inline: true, root, config, language, showImage };
  createPanel({ ...frame, emit: () => {} });
  // The frame's edge is the panel's.
  root.adoptedStyleSheets.push(styleSheetOf('.panel.panel{border:0;border-radius:0}'));
}

show().catch(() => {
  const sentence =
    visitorLanguage() === 'en'
      ? 'This assistant can’t be reached right now.'
      : 'Cet assistant est injoignable pour le moment.';
  documentProperty('body').appendChild(make('p', '', sentence));
});
