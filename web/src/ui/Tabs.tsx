import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

export interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: string; count?: string | number }[];
  /** Beside the tabs, at the end: search, filters. */
  aside?: ReactNode;
  /** Above the tabs; where there is room both stay in sight while the page scrolls. */
  head?: ReactNode;
  children: ReactNode;
}

const stuck =
  'flex flex-col gap-3 lg:sticky lg:top-0 lg:z-(--z-sticky) lg:border-b lg:border-line lg:bg-canvas lg:pt-5';

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
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className="flex flex-col gap-4">
      <div className={head ? stuck : undefined}>
        {head}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Radix.List aria-label={label} className="flex gap-5">
            {tabs.map((tab) => (
              <Radix.Trigger
                key={tab.value}
                value={tab.value}
                className="flex min-h-10 items-center gap-1.5 border-b-2 border-transparent text-md font-medium text-text-2 motion-fast hover:text-text data-[state=active]:border-accent-strong data-[state=active]:text-text"
              >
                {tab.label}
                {tab.count !== undefined && <span className="tabular text-sm text-text-3">{tab.count}</span>}
              </Radix.Trigger>
            ))}
          </Radix.List>
          {aside}
        </div>
      </div>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="outline-offset-4">
      {children}
    </Radix.Content>
  );
}
