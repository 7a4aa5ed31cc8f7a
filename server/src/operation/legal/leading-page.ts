import { defineTexts, type Language, languages, speak } from '@parlance/contract/i18n';
import { escapeHtml } from '../../kit/formats/html.ts';

const texts = defineTexts({
  redirecting: { fr: 'Redirection en cours...', en: 'Redirecting...' },
  open: { fr: 'Ouvrir le document', en: 'Open the document' },
});

/**
 * Leads on in the language that was chosen in the app, else in the browser's; in the place of this address, so that
 * Back does not trap.
 */
export const leadingScript = `{
  const root = document.documentElement;
  let chosen;
  try {
    chosen = localStorage.getItem('language');
  } catch {}
  const pages = JSON.parse(root.dataset.pages);
  const wanted = [chosen, navigator.language.slice(0, 2)];
  root.lang = wanted.find((language) => Object.hasOwn(pages, language)) ?? root.lang;
  for (const part of document.querySelectorAll('[data-part]')) part.hidden = part.lang !== root.lang;
  document.title = pages[root.lang].title;
  location.replace(pages[root.lang].address);
}`;

/**
 * The page of an address that leads to a document: it says so while the browser is on its way, and names the document
 * in the language `assumed` where no script runs.
 */
export function leadingPage(
  name: Record<Language, string>,
  addresses: Record<Language, string>,
  assumed: Language,
): string {
  const pages = Object.fromEntries(
    languages.map((language) => [
      language,
      { title: `${speak(texts, language).redirecting} · Parlance`, address: addresses[language] },
    ]),
  );
  const parts = languages.map((language) => {
    const t = speak(texts, language);
    return `<div lang="${language}" data-part${language === assumed ? '' : ' hidden'}>
<h1>${escapeHtml(name[language])}</h1>
<p role="status">${t.redirecting}</p>
<p><a href="${escapeHtml(addresses[language])}">${t.open}</a></p>
</div>`;
  });
  // The script stands last: a browser that is sent on reads no further.
  return `<!doctype html>
<html lang="${assumed}" data-pages="${escapeHtml(JSON.stringify(pages))}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(speak(texts, assumed).redirecting)} · Parlance</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<main>
${parts.join('\n')}
</main>
<script>${leadingScript}</script>
</body>
</html>
`;
}
