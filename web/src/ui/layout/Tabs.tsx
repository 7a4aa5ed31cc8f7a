import { createContext, type KeyboardEvent, type ReactNode, use, useId, useRef } from 'react';

export interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** A count that is not known yet is '': it keeps its place. */
  tabs: readonly { value: T; label: string; count?: string | number }[];
  /** Beside the tabs, at the end: search, filters. */
  aside?: ReactNode;
  /** Above the tabs; where there is room both stay in sight while the page scrolls. */
  head?: ReactNode;
  children: ReactNode;
}

const stickyClasses =
  'flex flex-col gap-3 lg:sticky lg:top-0 lg:z-(--z-sticky) lg:border-b lg:border-line lg:bg-canvas lg:pt-5';

/** The id with which the tabs around a panel begin theirs, and which one is open. */
const Open = createContext({ id: '', value: '' });

/** Underlined tabs; which one is open belongs in the address, so the caller keeps it. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  aside,
  head,
  children,
}: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const to = { ArrowRight: at + onward, ArrowLeft: at - onward, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className={head ? stickyClasses : undefined}>
        {head}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div
            ref={list}
            role="tablist"
            aria-label={label}
            onKeyDown={onKeyDown}
            className="flex flex-wrap gap-x-5"
          >
            {tabs.map((tab) => {
              const isOpen = tab.value === value;
              return (
                <button
                  key={tab.value}
                  type="button"
                  role="tab"
                  id={`${id}-${tab.value}`}
                  aria-selected={isOpen}
                  aria-controls={isOpen ? `${id}-panel` : undefined}
                  tabIndex={isOpen ? 0 : -1}
                  onClick={() => onChange(tab.value)}
                  className="flex min-h-10 items-center gap-1.5 border-b-2 border-transparent text-md font-medium text-text-2 motion-fast hover:text-text aria-selected:border-accent-strong aria-selected:text-text"
                >
                  {tab.label}
                  {tab.count !== undefined && (
                    <span className="tabular min-w-[2ch] text-start text-sm text-text-3">{tab.count}</span>
                  )}
                </button>
              );
            })}
          </div>
          {aside}
        </div>
      </div>
      <Open value={{ id, value }}>{children}</Open>
    </div>
  );
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const open = use(Open);
  if (open.value !== value) return null;
  return (
    <div
      role="tabpanel"
      id={`${open.id}-panel`}
      aria-labelledby={`${open.id}-${value}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel follows its tab, whatever stands in it
      tabIndex={0}
      className="outline-offset-4"
    >
      {children}
    </div>
  );
}
