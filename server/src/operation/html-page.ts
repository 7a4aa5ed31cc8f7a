import type { Language } from '@parlance/contract/i18n';
import { escapeHtml } from '../kit/formats/html.ts';

/** A plain page of the server's own: no script; its style is a file of ours, as the policy wants. */
export const page = ({
  language,
  title,
  body,
  heading = title,
  head = '',
  className = '',
  before = '',
  after = '',
}: {
  language: Language;
  title: string;
  body: string;
  /** The page's first heading, where its title says more. */
  heading?: string;
  head?: string;
  className?: string;
  /** What stands before and after the main part. */
  before?: string;
  after?: string;
}) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Parlance</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/pages.css">
${head}
</head>
<body${className && ` class="${className}"`}>
${before}
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
${after}
</body>
</html>
`;

export const pageStyle = `:root{color-scheme:light dark;--ground:#f6f3ec;--text:#1e2427;--soft:#5d6569;--line:#e0dcd3;--link:#016b50}
@media (prefers-color-scheme:dark){:root{--ground:#121617;--text:#f2eee6;--soft:#a8a39b;--line:#2f3538;--link:#77e3bc}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:66ch;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 1.5rem}
h2{font-size:1.15rem;line-height:1.3;margin:2.25rem 0 .5rem}
h3{font-size:1.0625rem;line-height:1.3;margin:1.75rem 0 .5rem}
a{color:var(--link);overflow-wrap:anywhere}
nav ol{padding-inline-start:1.25rem}
article{border-top:1px solid var(--line);padding-top:.25rem}
.meta,.lead{color:var(--soft)}
.meta{font-size:.875rem;margin:.25rem 0}
.text{white-space:pre-line;overflow-wrap:anywhere}
button{font:inherit;font-weight:600;padding:.6rem 1.1rem;border:0;border-radius:8px 8px 8px 3px;background:#69e1b8;color:#0f2620;cursor:pointer}
a:focus-visible,button:focus-visible{outline:2px solid var(--link);outline-offset:2px}
del{color:var(--soft)}
ins{text-decoration-color:var(--link)}
.mark{font-size:.8125rem;font-weight:600}
.wide{overflow-x:auto}
@media (max-width:40rem){.stacked{overflow:visible}.stacked :is(table,tbody,tr,th,td){display:block;min-width:0}.stacked thead{display:none}.stacked tr{padding:.75rem 0;border-bottom:1px solid var(--line)}.stacked :is(th,td){border:0;padding:.15rem 0;overflow-wrap:anywhere}.stacked td::before{content:attr(data-label);display:block;color:var(--soft);font-size:.8125rem}}
table{border-collapse:collapse;font-size:.9375rem;min-width:40rem}
th,td{text-align:start;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
.wide:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media print{:root{color-scheme:light;--soft:#5d6569;--line:#e0dcd3}body{background:#fff;color:#000}main{max-width:none;padding:0}nav,form{display:none}a{color:#000;text-decoration:none}h2{break-after:avoid}p,tr{break-inside:avoid}.wide{overflow:visible}table{min-width:0;font-size:.75rem}}
`;
