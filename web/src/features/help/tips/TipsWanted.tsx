import { useEffect } from 'react';
import { helpQuery } from '../../../lib/queries/help.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { tipButton } from '../HelpTip.tsx';
import { TipButton } from './TipButton.tsx';

/** Shows the tips' buttons to who wants them: the settings may change their mind at any moment. */
export function TipsWanted() {
  const { data } = useQuery(helpQuery);
  const isWanted = data?.tooltips === true;
  useEffect(() => {
    tipButton.set(isWanted ? TipButton : undefined);
    return () => tipButton.set(undefined);
  }, [isWanted]);
  return null;
}
