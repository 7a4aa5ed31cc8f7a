import { Check } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';

export interface MenuProps {
  trigger: ReactElement;
  /** What it is a menu of, for screen readers. */
  label: string;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'right';
  align?: 'start' | 'end';
}

export function Menu({ trigger, label, children, side = 'bottom', align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  // In a landmark, so that nothing on the page stands outside of all; in the dialog, which hides the rest.
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const onOpenChange = (open: boolean) => {
    if (!open) return;
    setContainer(button.current?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main'));
  };
  return (
    // Not modal: a menu must not lock the page behind it.
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="enter-menu z-(--z-popover) min-w-52 max-w-80 rounded-3 border border-line bg-raised p-1.5 shadow-2"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const entry =
  'flex min-h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-2 px-2.5 py-1.5 text-md outline-none ' +
  'data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-60 pointer-coarse:min-h-11';

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ icon, children, onSelect, danger, disabled }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(entry, danger ? 'text-danger-text' : 'text-text')}
    >
      {icon}
      {children}
    </Radix.Item>
  );
}

export const MenuLine = () => <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;

export interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; lang?: string }[];
  onChange: (value: T) => void;
}

/** One of several, the current one ticked; the menu stays open so that the effect is seen. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)} aria-label={label}>
      <Radix.Label className="px-2.5 pt-1.5 pb-1 text-xs text-text-3">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          onSelect={(event) => event.preventDefault()}
          className={cx(entry, 'text-text')}
        >
          <span className="flex size-4 shrink-0">
            <Radix.ItemIndicator>
              <Check size={16} strokeWidth={2.25} aria-hidden="true" className="text-accent-text" />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
