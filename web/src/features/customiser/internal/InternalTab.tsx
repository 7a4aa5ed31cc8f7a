import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../lib/calls/config.ts';
import type { Editing } from '../editing/draft.ts';
import { SystemMessage } from '../instructions/SystemMessage.tsx';
import { Trial } from '../trial/Trial.tsx';
import { AnsweringFields } from './AnsweringFields.tsx';
import { BoundFields } from './BoundFields.tsx';
import { UnknownFields } from './UnknownFields.tsx';
import { WelcomeFields } from './WelcomeFields.tsx';

/** How the chatbot answers, and a place to try it before it is saved. */
export function InternalTab({ editing }: { editing: Editing }) {
  const { data: config } = useQuery(configQuery);
  const answers = config?.answers;
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <SystemMessage editing={editing} answers={answers} />
        <AnsweringFields editing={editing} answers={answers} />
        <UnknownFields editing={editing} />
        <WelcomeFields editing={editing} />
        <BoundFields editing={editing} answers={answers} />
      </div>
      <Trial editing={editing} />
    </div>
  );
}
