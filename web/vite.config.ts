import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { sizeLimits } from './size-limits.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Puts the boot script and the two canvas colours of the tokens into the page, so that each stands in one place. */
function bootScript(): Plugin {
  return {
    name: 'parlance-boot-script',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const tokens = readFileSync(here('src/app/tokens.css'), 'utf8');
        const [dark, light] = [...tokens.matchAll(/--color-canvas: (#[0-9a-f]{6});/g)].map(
          (match) => match[1],
        );
        if (!dark || !light) throw new Error('tokens.css names no --color-canvas for both themes');
        const source = readFileSync(here('boot.js'), 'utf8');
        const { code } = await transformWithOxc(source.replace(/^\/\/.*\n/, ''), 'boot.js', {});
        return html
          .replace('/* boot */', () => code.trim())
          .replaceAll('%canvas-dark%', dark)
          .replaceAll('%canvas-light%', light);
      },
    },
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), bootScript(), sizeLimits()],
  resolve: {
    alias: {
      // Radix's scroll lock writes a <style>, which `style-src 'self'` refuses; ours adopts a style sheet.
      'react-style-singleton': here('src/ui/adopted-style.ts'),
    },
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    target: ['es2023', 'chrome111', 'firefox114', 'safari16.4'],
  },
});
