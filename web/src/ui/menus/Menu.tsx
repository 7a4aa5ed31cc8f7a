import { Check } from 'lucide-react';
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../cx.ts';
import { placeBeside } from './placement.ts';

const CloseMenu = createContext<() => void>(() => {});

export interface MenuProps {
  trigger: ReactElement;
  /** What it is a menu of, for screen readers. */
  label: string;
  children: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
}

type OpenMenu = { container: HTMLElement; focus: 'first' | 'last' | 'menu' };

/**
 * The menu button of the ARIA practices. Our own, since a positioning library weighs more than a whole screen
 * and a list that hangs from a button needs little of it.
 */
export function Menu({ trigger, label, children, side = 'bottom', align = 'end' }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [opened, setOpened] = useState<OpenMenu>();

  const open = (focus: OpenMenu['focus']) => {
    // In a landmark, so that nothing on the page stands outside of all; in the dialog, which hides the rest.
    const container =
      button.current?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main');
    setOpened({ container: container ?? document.body, focus });
  };
  const close = () => {
    setOpened(undefined);
    button.current?.focus();
  };
  const items = () =>
    [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])].filter(
      (item) => item.getAttribute('aria-disabled') !== 'true',
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: close and items read what stands when they are called
  useLayoutEffect(() => {
    if (!opened) return;
    const place = () => {
      if (button.current && menu.current) placeBeside(menu.current, button.current, side, align);
    };
    place();
    const [first, last] = [items()[0], items().at(-1)];
    // A list of choices opens at the one that is chosen.
    const isChoice = first?.getAttribute('role') === 'menuitemradio';
    const chosen = isChoice
      ? items().find((item) => item.getAttribute('aria-checked') === 'true')
      : undefined;
    const target = { first: chosen ?? first, last, menu: menu.current }[opened.focus];
    chosen?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: target === menu.current });

    const onPointerDown = (event: PointerEvent) => {
      const at = event.target as Node;
      if (!menu.current?.contains(at) && !button.current?.contains(at)) setOpened(undefined);
    };
    // On the window, before a dialog around it takes Escape for itself.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    window.addEventListener('keydown', onEscape, true);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      window.removeEventListener('keydown', onEscape, true);
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [opened, side, align]);

  const onKeyDown = (event: KeyboardEvent) => {
    const list = items();
    const at = list.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      list.at(step % list.length)?.focus();
    } else if (event.key === 'Tab') {
      setOpened(undefined);
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      const { text, at: before } = typed.current;
      typed.current = {
        text: (event.timeStamp - before < 700 ? text : '') + event.key.toLowerCase(),
        at: event.timeStamp,
      };
      const after = [...list.slice(at + 1), ...list.slice(0, at + 1)];
      after.find((item) => item.textContent?.trim().toLowerCase().startsWith(typed.current.text))?.focus();
    }
  };

  const own = trigger.props as { onClick?: (event: MouseEvent) => void };
  return (
    <>
      {cloneElement(trigger as ReactElement<Record<string, unknown>>, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== undefined,
        'aria-controls': opened ? id : undefined,
        onClick: (event: MouseEvent) => {
          own.onClick?.(event);
          // A press by keyboard counts no clicks: then the first entry is where one goes on.
          if (opened) setOpened(undefined);
          else open(event.detail === 0 ? 'first' : 'menu');
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {opened &&
        createPortal(
          <CloseMenu value={close}>
            <div
              ref={menu}
              id={id}
              role="menu"
              tabIndex={-1}
              aria-label={label}
              onKeyDown={onKeyDown}
              className="enter-menu fixed z-(--z-popover) max-h-[calc(100dvh-1rem)] min-w-52 max-w-80 overflow-y-auto rounded-3 border border-line bg-raised p-1.5 text-start shadow-2 outline-none"
            >
              {children}
            </div>
          </CloseMenu>,
          opened.container,
        )}
    </>
  );
}

const entry =
  'flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-2 px-2.5 py-1.5 text-start text-md ' +
  'focus:bg-hover focus-visible:outline-none aria-disabled:opacity-60 pointer-coarse:min-h-11 forced-colors:focus:border';

const focusUnderPointer = (event: { currentTarget: HTMLElement }) =>
  event.currentTarget.focus({ preventScroll: true });

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ icon, children, onSelect, danger, disabled }: MenuItemProps) {
  const close = use(CloseMenu);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onPointerMove={focusUnderPointer}
      onClick={() => {
        if (disabled) return;
        close();
        onSelect();
      }}
      className={cx(entry, danger ? 'text-danger-text' : 'text-text')}
    >
      {icon}
      {children}
    </button>
  );
}

/** On or off; the menu stays open so that the effect is seen. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      tabIndex={-1}
      aria-checked={checked}
      onPointerMove={focusUnderPointer}
      onClick={() => onChange(!checked)}
      className={cx(entry, 'text-text')}
    >
      <span className="flex size-4 shrink-0">
        {checked && <Check size={16} strokeWidth={2.25} aria-hidden="true" className="text-accent-text" />}
      </span>
      {children}
    </button>
  );
}

export const MenuLine = () => <hr className="-mx-1.5 my-1.5 border-line" />;

export interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChange: (value: T) => void;
}

/** One of several, the current one ticked; the menu stays open so that the effect is seen. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-labelledby={id}>
      <div id={id} className="px-2.5 pt-1.5 pb-1 text-xs text-text-3">
        {label}
      </div>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.value === value}
          lang={option.lang}
          onPointerMove={focusUnderPointer}
          onClick={() => onChange(option.value)}
          className={cx(entry, 'text-text')}
        >
          <span className="flex size-4 shrink-0">
            {option.value === value && (
              <Check size={16} strokeWidth={2.25} aria-hidden="true" className="text-accent-text" />
            )}
          </span>
          <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {option.label}
          </span>
        </button>
      ))}
    </div>
  );
}
