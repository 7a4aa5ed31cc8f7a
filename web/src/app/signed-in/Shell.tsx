import { useQueryClient } from '@tanstack/react-query';
import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useMedia } from '../../lib/browser/use-media.ts';
import { runWhenIdle } from '../../lib/browser/when-idle.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { useUser } from '../../lib/session/session.ts';
import { useStore } from '../../lib/storage/store.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Drawer } from '../../ui/dialogs/Drawer.tsx';
import { Logo } from '../../ui/display/Glyphs.tsx';
import { onDemand } from '../../ui/loading/OnDemand.tsx';
import { OfflineStrip } from '../frame/OfflineStrip.tsx';
import { PageArea } from '../frame/PageArea.tsx';
import { shortcutList, useShortcuts } from '../shortcuts/shortcuts.ts';
import { texts } from '../texts.ts';
import { Rail } from './Rail.tsx';

const Shortcuts = onDemand(() => import('../shortcuts/Shortcuts.tsx').then((file) => file.Shortcuts));

/** Starts what may wait until the screen has come to rest. */
function useBackground() {
  const client = useQueryClient();
  const { id } = useUser();
  useEffect(() => {
    let stop = () => {};
    let hasLeft = false;
    const start = async () => {
      const { startBackground } = await import('./background.ts');
      if (!hasLeft) stop = startBackground(client, id);
    };
    const cancel = runWhenIdle(() =>
      start().catch(() => {
        // The network has gone: figures are as old as their last look.
      }),
    );
    return () => {
      hasLeft = true;
      cancel();
      stop();
    };
  }, [client, id]);
}

/** The frame of every signed-in screen; `notice` stands above all of them, `strip` floats over their lower edge. */
export function Shell({ notice, strip }: { notice: ReactNode; strip: ReactNode }) {
  const t = useTexts(texts);
  const [open, setOpen] = useState(false);
  useShortcuts();
  useBackground();
  const isListed = useStore(shortcutList);
  const wide = useMedia('(min-width: 64rem)');
  const rail = useMedia('(min-width: 48rem)');
  // What opens over a page opens also once the network has gone.
  useEffect(() => runWhenIdle(() => import('../../ui/dialogs/DialogPanel.tsx').catch(() => {})), []);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--size-rail-narrow)_minmax(0,1fr)] lg:grid-cols-[var(--size-rail)_minmax(0,1fr)]">
      {rail ? (
        <header className="sticky top-0 z-(--z-rail) h-dvh overflow-y-auto border-e border-rail-line bg-rail">
          <Rail narrow={!wide} />
        </header>
      ) : (
        <header className="on-rail sticky top-0 z-(--z-header) flex h-(--size-header-mobile) items-center gap-2 bg-rail ps-2 pe-4 text-rail-text">
          <IconButton
            label={t.openMenu}
            data-tour="menu"
            tooltip={false}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => {
              setOpen(true);
            }}
            onRail
            className="min-h-11 min-w-11"
          >
            <MenuIcon size={22} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <Logo size={26} />
          <span translate="no" className="display-type text-lg">
            Parlance
          </span>
          <Drawer open={open} onOpenChange={setOpen} title={t.menu} className="w-76 bg-rail">
            <Rail onNavigate={() => setOpen(false)} />
          </Drawer>
        </header>
      )}
      <div className="flex min-w-0 flex-col">
        <OfflineStrip />
        {notice}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1">
          <PageArea />
        </main>
        {isListed && <Shortcuts onClose={() => shortcutList.set(false)} />}
        {strip}
      </div>
    </div>
  );
}
