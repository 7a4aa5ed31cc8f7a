import { make, ofDocument, sheetOf } from './dom.ts';
import { createHost, fetchConfig, visitorLanguage } from './host.ts';
import { createPanel } from './panel.ts';

// The page of `/embed/{publicId}`: the chatbot alone, filling the frame it is shown in.
const { pathname, origin } = location;
const publicId = decodeURIComponent(pathname.replace(/\/$/, '').replace(/.*\//, ''));
const address = `${origin}/embed/v1/${encodeURIComponent(publicId)}`;

const pageCss = sheetOf(
  'html,body{block-size:100%;margin:0;overflow:hidden}body{display:flex}@media(prefers-color-scheme:dark){html{color-scheme:dark}}',
);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageCss];

async function show(): Promise<void> {
  const wanted = visitorLanguage(new URLSearchParams(location.search).get('language'));
  const config = await fetchConfig(address, wanted);
  const language = wanted ?? config.language;
  ofDocument('documentElement').lang = language;
  document.title = config.appearance.title || config.name;
  const { host, root } = createHost('inline');
  const body = ofDocument('body');
  body.textContent = '';
  body.appendChild(host);
  createPanel({ publicId, address, mode: 'inline', host, root, config, language, emit: () => {} });
}

void show().catch(() => {
  const note = make('p');
  note.textContent =
    visitorLanguage() === 'en'
      ? 'This assistant can’t be reached right now.'
      : 'Cet assistant est injoignable pour le moment.';
  ofDocument('body').appendChild(note);
});
