import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface Size {
  what: string;
  kb: number;
  /** Gzip KB: the web app's from the interface design, the widget's from what a foreign page may be asked to load. */
  limit: number;
}

const gzipKb = (path: string) => gzipSync(readFileSync(path), { level: 9 }).byteLength / 1024;

/**
 * What a first visit loads, read from the built files. Each route of the web app is held to its limit where it
 * is built (`web/size-limits.ts`), since only the bundler knows which chunks a route draws in.
 */
export function measureSizes(root: string): Size[] {
  const web = join(root, 'dist/web');
  const page = readFileSync(join(web, 'index.html'), 'utf8');
  const linked = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, path = '']) => join(web, path));
  const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipKb(file), 0);
  const scripts = linked(/<(?:script|link)[^>]*(?:src|href)="(\/assets\/[^"]+\.js)"/g);
  const styles = readdirSync(join(web, 'assets'))
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(web, 'assets', name));

  const widget = join(root, 'dist/widget');
  const { loader, panel, picture } = JSON.parse(readFileSync(join(widget, 'files.json'), 'utf8')) as {
    loader: string;
    panel: string;
    picture: string;
  };
  const opened = [loader, picture, ...closureOf(widget, panel)].map((name) => join(widget, name));

  return [
    { what: 'web entry', kb: total(new Set(scripts)), limit: 135 },
    { what: 'style sheets', kb: total(styles), limit: 20 },
    { what: 'widget loader', kb: gzipKb(join(widget, loader)), limit: 2 },
    { what: 'widget opened', kb: total(new Set(opened)), limit: 14 },
  ];
}

/** The files of a chunk and all that it imports, by what stands in the built files. */
function closureOf(folder: string, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const code = readFileSync(join(folder, name), 'utf8');
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*\(?["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    closureOf(folder, basename(path), seen);
  }
  return seen;
}

export const findRefusedSizes = (sizes: readonly Size[]) => sizes.filter(({ kb, limit }) => kb > limit);
