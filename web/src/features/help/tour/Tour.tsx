import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { helpQuery } from '../../../lib/queries/help.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { firstChatbotQuery, keepProgress } from './help.ts';
import { findTargets } from './placement.ts';
import { StepPopover } from './StepPopover.tsx';
import { steps } from './steps.ts';
import { tourTexts } from './texts.ts';

/** Whether the dashboard shows its first data, and nothing lies over it. */
function useFirstData(isWanted: boolean) {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (!isWanted) return setStands(false);
    const timer = setInterval(() => {
      if (findTargets(['usage']).length === 0 || document.querySelector('[role=dialog]')) return;
      clearInterval(timer);
      setStands(true);
    }, 100);
    return () => clearInterval(timer);
  }, [isWanted]);
  return stands;
}

/** The guided tour: offered once, run step by step over the real screens, and concluded. */
export function Tour() {
  const t = useTexts(tourTexts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const session = useSession();
  const asks = session.status === 'signedIn' && session.asks !== undefined;
  const { data: help, refetch } = useQuery(helpQuery);
  const [isDone, setDone] = useState(false);
  const isNew = help?.tour === 'new' && help.step === null;
  const stands = useFirstData(isNew && pathname === '/' && !asks);
  const at =
    help?.step === null || help?.step === undefined ? undefined : Math.min(help.step, steps.length - 1);
  const keep = (change: Parameters<typeof keepProgress>[1]) => void keepProgress(client, change);
  const skip = () => keep({ tour: 'skipped', step: null });

  // Started anew in the settings, it goes on here.
  useEffect(() => {
    if (pathname === '/') void refetch();
  }, [pathname, refetch]);

  if (at !== undefined && !asks)
    return (
      <Running
        at={at}
        onGo={(next) => {
          if (next < steps.length) return keep({ step: next });
          setDone(true);
          keep({ tour: 'completed', step: null });
        }}
        onClose={skip}
      />
    );
  return (
    <>
      <Dialog
        open={isNew && stands}
        onOpenChange={skip}
        title={t.welcomeTitle}
        description={t.welcome}
        closeLabel={t.close}
        size="sm"
        footer={
          <>
            <Button onClick={skip}>{t.skip}</Button>
            <Button look="primary" data-autofocus="" onClick={() => keep({ step: 0 })}>
              {t.start}
            </Button>
          </>
        }
      />
      <Dialog
        open={isDone}
        onOpenChange={setDone}
        title={t.doneTitle}
        description={t.done}
        closeLabel={t.close}
        size="sm"
        footer={
          <>
            <Button onClick={() => setDone(false)}>{t.later}</Button>
            <Button
              look="primary"
              data-autofocus=""
              onClick={() => {
                setDone(false);
                void navigate('/chatbots?create=1');
              }}
            >
              {t.createFirst}
            </Button>
          </>
        }
      />
    </>
  );
}

function Running({ at, onGo, onClose }: { at: number; onGo: (step: number) => void; onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const chatbots = useQuery(firstChatbotQuery);
  const first = chatbots.data?.items[0]?.id;
  const isKnown = !chatbots.isPending;
  const step = steps[at];
  const to = step?.to(first);
  const went = useRef<string>(undefined);

  // Once for each step: who goes elsewhere by themselves is not held.
  useEffect(() => {
    if (!isKnown || !to) return;
    const of = `${at} ${to}`;
    if (went.current === of) return;
    went.current = of;
    if (window.location.pathname !== to) void navigate(to, { replace: true });
  }, [isKnown, at, to, navigate]);

  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      // After what was marked has gone: the dialog that follows takes the focus if there is one.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const isBack = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
        (isBack ? opener : document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
      });
    };
  }, []);

  if (!step || !isKnown) return null;
  return (
    <StepPopover
      key={at}
      step={step}
      at={at}
      hasChatbot={first !== undefined}
      isThere={pathname === to}
      onGo={onGo}
      onClose={onClose}
    />
  );
}
