import { BookOpen, Keyboard, LogOut, Scale, Settings, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { chooseTheme, type Theme, useTheme } from '../../lib/browser/theme.ts';
import { useMedia } from '../../lib/browser/use-media.ts';
import { chooseLanguage, useLanguage } from '../../lib/language/language.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { nameOf } from '../../lib/session/person.ts';
import { signOut, useUser } from '../../lib/session/session.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menus/Menu.tsx';
import { reportOutcome } from '../../ui/toasts/toasts.ts';
import { languageOptions, useThemeOptions } from '../frame/choices.tsx';
import { frameTexts } from '../frame/texts.ts';
import { shortcutList } from '../shortcuts/shortcuts.ts';
import { texts } from '../texts.ts';

function useSignOut() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  return async () => {
    const { error, hasStayed } = await signOut();
    if (hasStayed) return;
    if (error) reportOutcome(t.signOutError).failed(t.signOutFailed);
    else reportOutcome(t.signOutError).succeeded();
    await navigate('/login', { replace: true });
  };
}

function chooseForAccount(chosen: Theme) {
  chooseTheme(chosen);
  import('./background.ts').then(
    (file) => file.saveTheme(chosen),
    () => {},
  );
}

/** Who is signed in, language and theme, and the way out. */
export function UserMenu({ narrow, onNavigate }: { narrow?: boolean; onNavigate?: () => void }) {
  const t = useTexts(texts);
  const f = useTexts(frameTexts);
  const user = useUser();
  const language = useLanguage();
  const theme = useTheme();
  const themeOptions = useThemeOptions();
  const leave = useSignOut();
  const navigate = useNavigate();
  const hasKeyboard = useMedia('(pointer: fine)');
  const { first, last } = nameOf(user);
  const name = `${first} ${last}`.trim() || user.email || '';
  const initials = ((first[0] ?? '') + (last[0] ?? '') || name.slice(0, 2)).toUpperCase();

  const menu = (
    <Menu
      label={t.account(name)}
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-2 p-1.5 text-start hover:bg-rail-hover"
        >
          <span
            aria-hidden="true"
            className="flex size-8.5 shrink-0 items-center justify-center rounded-full bg-rail-active text-sm font-strong text-rail-text"
          >
            {initials}
          </span>
          {narrow ? (
            <span className="visually-hidden">{t.account(name)}</span>
          ) : (
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate text-sm font-strong text-rail-text">{name}</span>
              {name !== user.email && <span className="truncate text-xs text-rail-text-2">{user.email}</span>}
            </span>
          )}
        </button>
      }
    >
      <MenuItem
        icon={<UserRound size={16} strokeWidth={1.75} aria-hidden="true" />}
        onSelect={() => {
          onNavigate?.();
          void navigate('/profile');
        }}
      >
        {t.profile}
      </MenuItem>
      <MenuItem
        icon={<Settings size={16} strokeWidth={1.75} aria-hidden="true" />}
        onSelect={() => {
          onNavigate?.();
          void navigate('/settings');
        }}
      >
        {t.settings}
      </MenuItem>
      <MenuItem
        icon={<BookOpen size={16} strokeWidth={1.75} aria-hidden="true" />}
        onSelect={() => window.open(`/guide/${language}`, '_blank', 'noreferrer')}
      >
        {t.guide}
      </MenuItem>
      {hasKeyboard && (
        <MenuItem
          icon={<Keyboard size={16} strokeWidth={1.75} aria-hidden="true" />}
          onSelect={() => shortcutList.set(true)}
        >
          {t.shortcuts}
        </MenuItem>
      )}
      {(['terms', 'privacy'] as const).map((name) => (
        <MenuItem
          key={name}
          icon={<Scale size={16} strokeWidth={1.75} aria-hidden="true" />}
          onSelect={() => window.open(`/${name}`, '_blank', 'noreferrer')}
        >
          {f[name]}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuChoice label={f.language} value={language} options={languageOptions} onChange={chooseLanguage} />
      <MenuLine />
      <MenuChoice label={f.theme} value={theme} options={themeOptions} onChange={chooseForAccount} />
      {narrow && (
        <>
          <MenuLine />
          <MenuItem
            icon={<LogOut size={16} strokeWidth={1.75} aria-hidden="true" />}
            onSelect={() => void leave()}
          >
            {t.signOut}
          </MenuItem>
        </>
      )}
    </Menu>
  );
  if (narrow) return <div className="mx-auto flex">{menu}</div>;
  return (
    <div className="mx-3 flex items-center gap-1">
      {menu}
      <IconButton label={t.signOut} onClick={() => void leave()} onRail>
        <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
