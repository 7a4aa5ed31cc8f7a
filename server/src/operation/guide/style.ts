/** Beside the style of all plain pages: a list of pages in the margin, numbered steps, pictures. */
export const guideStyle = `.guide{scroll-padding-top:1rem}
.guide .top{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:baseline;max-width:66ch;margin:0 auto;padding:1.25rem 1.25rem 0;font-size:.9375rem}
.guide .top .home{font-weight:600;margin-inline-end:auto;color:var(--text);text-decoration:none}
.guide .top a,.guide .pages a,.guide .turn a{display:inline-block;padding:.25rem 0}
.guide main{padding-top:2rem;padding-bottom:3rem}
.guide h1+p{color:var(--soft);font-size:1.125rem;margin-top:-.5rem}
.guide h2{font-size:1.35rem;margin-top:3rem;padding-top:.5rem}
.guide h3{font-size:1.0625rem;margin:2rem 0 .25rem}
.guide .contents{border-inline-start:3px solid var(--line);padding-inline-start:1rem;margin:1.75rem 0;font-size:.9375rem}
.guide .contents h2,.guide .pages h2{font-size:.875rem;color:var(--soft);margin:0 0 .25rem;padding:0}
.guide .contents ul,.guide .pages ol{list-style:none;margin:0;padding:0}
.guide .contents a{display:inline-block;padding:.2rem 0}
.guide main li{margin:.4rem 0}
.guide main li::marker{color:var(--soft)}
.guide img{display:block;max-width:100%;height:auto;margin:1rem 0 1.5rem;border:1px solid var(--line);border-radius:8px}
.guide code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere;background:color-mix(in srgb,var(--line) 50%,transparent);padding:.1em .3em;border-radius:4px}
.guide pre{overflow-x:auto;background:color-mix(in srgb,var(--line) 50%,transparent);padding:.75rem 1rem;border-radius:8px}
.guide pre code{background:none;padding:0}
.guide blockquote{margin:1.25rem 0;padding:.1rem 1rem;border-inline-start:3px solid var(--link)}
.guide table{min-width:0;width:100%}
.guide .turn{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1.5rem;border-top:1px solid var(--line);margin-top:3.5rem;padding-top:1.25rem}
.guide .turn span{display:block;color:var(--soft);font-size:.8125rem}
.guide .turn .next{margin-inline-start:auto;text-align:end}
.guide .pages{max-width:66ch;margin:0 auto;padding:0 1.25rem 3rem;font-size:.9375rem}
.guide .pages a{color:var(--text)}
.guide .pages [aria-current]{font-weight:600;text-decoration:none}
.guide h2:target,.guide h3:target{text-decoration:underline;text-decoration-color:var(--link);text-underline-offset:.25em}
@media (min-width:64rem){.guide{display:grid;grid-template-columns:15rem minmax(0,66ch);column-gap:4rem;justify-content:center;padding-inline:1.5rem}.guide .top{grid-column:1/-1;width:100%;max-width:none;padding-inline:0}.guide main,.guide .pages{margin:0;padding-inline:0;max-width:none}.guide main{grid-column:2;grid-row:2}.guide .pages{grid-column:1;grid-row:2;position:sticky;top:0;align-self:start;padding-top:2.75rem}.guide .top .all{display:none}}
@media print{.guide{display:block}.guide .top,.guide .pages,.guide .contents,.guide .turn{display:none}.guide img{max-height:9cm;width:auto;break-inside:avoid}.guide li{break-inside:avoid}}
`;
