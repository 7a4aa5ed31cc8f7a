import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { activityRoutes } from './features/activity/routes.ts';
import { apiKeyRoutes } from './features/auth/accounts/api-keys/routes.ts';
import { disableMfa, resetPassword } from './features/auth/accounts/commands.ts';
import { preferenceRoutes } from './features/auth/accounts/preference-routes.ts';
import { sessionRoutes } from './features/auth/accounts/security-routes.ts';
import { resealKeptFactors, sealedOfAccounts } from './features/auth/factors/resealing.ts';
import { authWork } from './features/auth/jobs.ts';
import { authRoutes } from './features/auth/routes.ts';
import {
  authenticateCall,
  loadPublishableKey,
  readUnsubscribe,
  unsubscribe,
} from './features/auth/service.ts';
import { setPlan } from './features/billing/commands.ts';
import { billingWork } from './features/billing/jobs.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { platforms } from './features/channels/all-platforms.ts';
import { answerChatWork } from './features/channels/answering/jobs.ts';
import { creationWork } from './features/channels/creation/jobs.ts';
import { healthWork } from './features/channels/health/jobs.ts';
import { sealedOfChannels } from './features/channels/records/credentials.ts';
import { findDeliveries } from './features/channels/records/outgoing.ts';
import { channelRoutes } from './features/channels/routes.ts';
import { imageRoutes } from './features/chatbots/image-routes.ts';
import { fitAllToPlansWork } from './features/chatbots/plan/jobs.ts';
import { chatbotRoutes } from './features/chatbots/routes.ts';
import {
  chatbotsInKeptOrder,
  countChatbots,
  findChatbotNames,
  fitToPlan,
} from './features/chatbots/service.ts';
import { mailOutageWork } from './features/conversations/answering/fallback/jobs.ts';
import { fallbackRoutes } from './features/conversations/answering/fallback/routes.ts';
import { testRoutes } from './features/conversations/answering/test-routes.ts';
import { copyRoutes } from './features/conversations/checks/copy-routes.ts';
import { askChecksWork } from './features/conversations/checks/jobs.ts';
import { checkRoutes } from './features/conversations/checks/routes.ts';
import { deleteConversation, findConversationOf } from './features/conversations/desk/conversations.ts';
import { handOverMessages, prepareHandOver } from './features/conversations/desk/hand-over.ts';
import { deleteConversationsOf, forgetConversationsWork } from './features/conversations/desk/jobs.ts';
import { deskRoutes } from './features/conversations/desk/routes.ts';
import { embedRoutes } from './features/conversations/embed/routes.ts';
import { unansweredRoutes } from './features/conversations/unanswered/routes.ts';
import { knowledgeWork } from './features/knowledge/jobs.ts';
import { gaugeOverdueDeletions } from './features/privacy/deletion/overdue.ts';
import type { DeletionStep } from './features/privacy/deletion/steps.ts';
import { exportRoutes } from './features/privacy/exports/routes.ts';
import { privacyWork } from './features/privacy/jobs.ts';
import { personalData } from './features/privacy/personal-data/register.ts';
import { replayDeletions } from './features/privacy/replay/commands.ts';
import { catchUp, type ReplayParts } from './features/privacy/replay/replay.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { isArchivePart } from './features/privacy/service.ts';
import { realtimeRoutes } from './features/realtime/routes.ts';
import { crawlRoutes } from './features/sources/crawls/routes.ts';
import { deleteSourcesOf, removeFiles, sourceWork } from './features/sources/jobs.ts';
import { sourceRoutes } from './features/sources/routes.ts';
import { fileBytesOf, findSourceId } from './features/sources/service.ts';
import { uploadRoutes } from './features/sources/upload-routes.ts';
import { writeSummaryWork } from './features/summaries/jobs.ts';
import { summaryRoutes } from './features/summaries/routes.ts';
import { mailWeekWork, planWeeklyMailsWork } from './features/summaries/weekly/jobs.ts';
import { transferWork } from './features/transfers/jobs.ts';
import { transferRoutes } from './features/transfers/routes.ts';
import { verifyLedger } from './features/usage/commands.ts';
import { usageWork } from './features/usage/jobs.ts';
import { usageRoutes } from './features/usage/routes.ts';
import { storedTokens } from './features/usage/service.ts';
import { gaugeVerification } from './features/usage/verification/last-verification.ts';
import { OpenStreams } from './kit/http/event-stream.ts';
import type { Registration } from './kit/http/route.ts';
import { createServer } from './kit/http/server/server.ts';
import type { AnyWork } from './kit/jobs/job.ts';
import { captchaPage } from './operation/captcha-page.ts';
import { backup, restore } from './operation/commands/backup/commands.ts';
import type { ColdCommand, Command } from './operation/commands/command.ts';
import { rotateSecrets } from './operation/commands/rotate.ts';
import { guide } from './operation/guide/pages.ts';
import { health, type Readiness } from './operation/health.ts';
import { housekeepingWork } from './operation/housekeeping.ts';
import { legalPages } from './operation/legal/pages.ts';
import { privacyPolicy } from './operation/legal/versions.ts';
import { mailbox } from './operation/mailbox.ts';
import { openApiOf } from './operation/openapi/openapi.ts';
import { originalFrame } from './operation/original-frame.ts';
import { publicConfigRoutes } from './operation/public-config.ts';
import { securityTxt } from './operation/security-txt.ts';
import { webApp } from './operation/static.ts';
import { unsubscribePage } from './operation/unsubscribe.ts';

/** What goes of an account that leaves before its chatbots do. */
const deletionSteps: readonly DeletionStep[] = [
  { name: 'conversations', run: ({ db }, ownerId, signal) => deleteConversationsOf(db, ownerId, signal) },
  { name: 'sources', run: ({ db }, ownerId, signal) => deleteSourcesOf(db, ownerId, signal) },
];

/** Every job of the program, with how it is done. */
export const allWork: readonly AnyWork[] = [
  ...authWork,
  ...usageWork,
  ...billingWork(fitToPlan),
  fitAllToPlansWork,
  ...knowledgeWork,
  ...sourceWork(isArchivePart),
  forgetConversationsWork,
  mailOutageWork,
  askChecksWork,
  writeSummaryWork,
  planWeeklyMailsWork,
  mailWeekWork,
  answerChatWork(platforms),
  ...creationWork(platforms),
  ...healthWork(platforms),
  ...transferWork,
  ...privacyWork(deletionSteps, removeFiles),
  ...housekeepingWork,
];

const replayParts: ReplayParts = {
  steps: deletionSteps,
  deleteConversation: ({ db }, ownerId, id) => deleteConversation(db, ownerId, id),
  removeFiles,
  messages: allWork.flatMap(({ job }) => (job.isMessage ? [job.name] : [])),
};

/** What is to be done before anything is served: brings a restored database up to its register of deletions. */
export const prepare = (context: Context, run: Parameters<typeof catchUp>[2]): Promise<void> =>
  catchUp(context, replayParts, run);

/** What an operator may call by `npm run parlance -- …`, also while the program runs. */
export const allCommands: readonly Command[] = [
  verifyLedger,
  setPlan(fitToPlan),
  resetPassword,
  disableMfa,
  rotateSecrets({ columns: [...sealedOfAccounts, ...sealedOfChannels], others: [resealKeptFactors] }),
  backup,
  replayDeletions(replayParts),
];

/** What an operator calls where no program runs. */
export const allColdCommands: readonly ColdCommand[] = [restore(prepare)];

export interface App {
  server: FastifyInstance;
  readiness: Readiness;
  streams: OpenStreams;
}

/** The program's HTTP side, composed of its features; not yet listening. */
export async function createApp(context: Context): Promise<App> {
  const readiness: Readiness = { isStopping: false };
  const streams = new OpenStreams();
  const features: Registration[] = [
    authRoutes,
    realtimeRoutes,
    ...sessionRoutes,
    ...apiKeyRoutes,
    ...preferenceRoutes(privacyPolicy(context.config)),
    ...billingRoutes({ chatbotsInKeptOrder, storedTokens, storedBytes: fileBytesOf }),
    ...usageRoutes({
      countChatbots,
      findChatbotNames,
      findOrigin: { conversation: findConversationOf, source: findSourceId },
    }),
    ...chatbotRoutes,
    ...imageRoutes,
    ...sourceRoutes,
    ...copyRoutes,
    ...crawlRoutes,
    ...uploadRoutes,
    embedRoutes(streams),
    ...testRoutes(streams),
    ...fallbackRoutes,
    ...checkRoutes,
    ...deskRoutes(findDeliveries),
    ...unansweredRoutes,
    ...summaryRoutes,
    ...activityRoutes,
    ...channelRoutes,
    ...transferRoutes({ prepareHandOver, handOverMessages }),
    ...privacyRoutes,
    ...exportRoutes,
    ...publicConfigRoutes(loadPublishableKey),
  ];
  const server = await createServer(
    context,
    [
      ...features,
      openApiOf(features),
      health(readiness, [gaugeVerification, gaugeOverdueDeletions]),
      mailbox,
      legalPages(personalData),
      guide,
      unsubscribePage({ readUnsubscribe, unsubscribe }),
      captchaPage,
      originalFrame,
      securityTxt,
      webApp,
    ],
    authenticateCall,
  );
  return { server, readiness, streams };
}
