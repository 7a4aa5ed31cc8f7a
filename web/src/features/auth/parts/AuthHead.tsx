import type { ReactNode } from 'react';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';

export function AuthHead({ title, lead }: { title: string; lead?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="flex flex-col gap-1.5">
      <h1 tabIndex={-1} className="display-type text-2xl">
        {title}
      </h1>
      {lead && <div className="text-md text-text-2">{lead}</div>}
    </div>
  );
}
