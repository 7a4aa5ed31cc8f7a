import './prepare.mjs';

await import(new URL('../dist/server/parlance.js', import.meta.url).href);
