import { Link } from 'react-router';
import { useTexts } from '../../lib/language/texts.ts';
import { prefetch } from '../../lib/queries/prefetch.ts';
import { useWantedPath } from '../../lib/session/wanted-path.ts';
import { Tooltip } from '../../ui/buttons/Tooltip.tsx';
import { cx } from '../../ui/cx.ts';
import { Logo } from '../../ui/display/Glyphs.tsx';
import { texts } from '../texts.ts';
import { navigation } from './navigation.ts';
import { UsageBox } from './UsageBox.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Graphite in both themes: where one is, what is used, who one is. */
export function Rail({ narrow, onNavigate }: { narrow?: boolean; onNavigate?: () => void }) {
  const t = useTexts(texts);
  const wanted = useWantedPath();
  return (
    <div className="on-rail flex min-h-full flex-col gap-6 bg-rail pt-5.5 pb-4 text-rail-text">
      <Link
        to="/"
        onClick={onNavigate}
        aria-label="Parlance"
        className={cx('flex items-center gap-2.5 self-start rounded-2', narrow ? 'mx-auto' : 'ms-5.5')}
      >
        <Logo size={30} />
        {!narrow && (
          <span translate="no" className="display-type text-xl">
            Parlance
          </span>
        )}
      </Link>
      <nav
        data-tour="navigation"
        aria-label={t.navigation}
        className={cx('flex flex-col', narrow ? 'px-3' : 'px-3.5')}
      >
        {navigation.map((group, index) => (
          <ul
            key={group[0]?.to}
            className={cx('flex flex-col gap-0.5', index > 0 && 'mt-4 border-t border-rail-line pt-4')}
          >
            {group.map((entry) => {
              const current = entry.owns(wanted);
              const name = t[entry.text];
              const link = (
                <Link
                  to={entry.to}
                  aria-current={current ? 'page' : undefined}
                  aria-label={narrow ? name : undefined}
                  onClick={onNavigate}
                  onPointerEnter={() => prefetch(entry.to)}
                  onFocus={() => prefetch(entry.to)}
                  className={cx(
                    'flex min-h-10 items-center gap-3 text-md font-medium motion-fast touch-target',
                    narrow ? 'justify-center' : 'px-3',
                    current
                      ? 'speech bg-rail-active text-rail-text [--speech-size:var(--radius-2)]'
                      : 'rounded-2 text-rail-text-2 hover:bg-rail-hover hover:text-rail-text',
                  )}
                >
                  <entry.icon
                    size={20}
                    strokeWidth={1.75}
                    aria-hidden="true"
                    className={cx('shrink-0', current && 'text-accent')}
                  />
                  {!narrow && name}
                </Link>
              );
              return (
                <li key={entry.to}>
                  {narrow ? (
                    <Tooltip text={name} side="right">
                      {link}
                    </Tooltip>
                  ) : (
                    link
                  )}
                </li>
              );
            })}
          </ul>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-2.5">
        <UsageBox narrow={narrow} onNavigate={onNavigate} />
        <UserMenu narrow={narrow} onNavigate={onNavigate} />
      </div>
    </div>
  );
}
