import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Gzip KB, as the interface design allows. */
const allowed = { entry: 135, entryAndLogin: 160, route: 40, css: 20 };

/** Ends the build when the entry, a route or the style sheet outgrows its limit. */
export function sizeLimits(): Plugin {
  return {
    name: 'parlance-size-limits',
    apply: 'build',
    generateBundle: {
      // Last: the list of preloads is written into the chunks late.
      order: 'post',
      handler(_options, bundle) {
        const kb = new Map<string, number>();
        const sizeOf = (name: string): number => {
          const known = kb.get(name);
          if (known !== undefined) return known;
          const file = bundle[name];
          const text = file?.type === 'chunk' ? file.code : file?.type === 'asset' ? file.source : '';
          const size = gzipSync(text).byteLength / 1024;
          kb.set(name, size);
          return size;
        };
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const closure = (name: string, seen = new Set<string>()): Set<string> => {
          if (seen.has(name)) return seen;
          seen.add(name);
          const file = bundle[name];
          if (file?.type === 'chunk') for (const next of file.imports) closure(next, seen);
          return seen;
        };
        const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizeOf(name), 0);

        // What the page itself asks for: a facade before it may have been left out.
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const asked = [...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name);
        if (asked.length === 0) this.error('index.html asks for no script');
        const entryFiles = new Set(asked.flatMap((name) => [...closure(name)]));
        const beyondEntry = (name: string) => sum([...closure(name)].filter((file) => !entryFiles.has(file)));
        const refusals: string[] = [];
        const expect = (what: string, size: number, limit: number) => {
          if (size > limit) refusals.push(`${what}: ${size.toFixed(1)} KB gzip, allowed ${limit}`);
        };

        expect('entry', sum(entryFiles), allowed.entry);
        const named = (name: string) => chunks.find((chunk) => chunk.isDynamicEntry && chunk.name === name);
        const frames = ['frames', 'SignedOutLayout'].map(named).filter((chunk) => chunk !== undefined);
        const framed = new Set([...entryFiles, ...frames.flatMap((chunk) => [...closure(chunk.fileName)])]);
        // A dialog opens on screens that are there already, with all that they have in common.
        const openedFrom = (name: string): Set<string> => {
          const openers = chunks.filter((chunk) => chunk.dynamicImports.includes(name));
          const [first = new Set<string>(), ...others] = openers.map((chunk) => closure(chunk.fileName));
          return new Set([...first].filter((file) => others.every((files) => files.has(file))));
        };
        for (const chunk of chunks) {
          if (!chunk.isDynamicEntry) continue;
          const inFrame = frames.includes(chunk) ? entryFiles : framed;
          const there = openedFrom(chunk.fileName);
          const own = sum(
            [...closure(chunk.fileName)].filter((file) => !inFrame.has(file) && !there.has(file)),
          );
          expect(`route ${chunk.name}`, own, allowed.route);
        }
        const login = ['SignedOutLayout', 'Login'].map(named).filter((chunk) => chunk !== undefined);
        const firstScreen = new Set([
          ...entryFiles,
          ...login.flatMap((chunk) => [...closure(chunk.fileName)]),
        ]);
        expect('entry and login', sum(firstScreen), allowed.entryAndLogin);
        const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'));
        expect('style sheets', sum(styles), allowed.css);
        this.info(
          `entry ${sum(entryFiles).toFixed(1)} KB, entry and login ${sum(firstScreen).toFixed(1)} KB, style sheets ${sum(styles).toFixed(1)} KB (gzip); routes ` +
            chunks
              .filter((chunk) => chunk.isDynamicEntry)
              .map((chunk) => `${chunk.name} ${beyondEntry(chunk.fileName).toFixed(1)}`)
              .join(', '),
        );
        if (refusals.length > 0) this.error(refusals.join('\n'));
      },
    },
  };
}
