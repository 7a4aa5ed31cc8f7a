import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { activityRoutes } from './features/activity/routes.ts';
import { preferenceRoutes } from './features/auth/accounts/preference-routes.ts';
import { sessionRoutes } from './features/auth/accounts/security-routes.ts';
import { authWork } from './features/auth/jobs.ts';
import { authRoutes } from './features/auth/routes.ts';
import { authenticate, loadPublishableKey } from './features/auth/service.ts';
import { setPlan } from './features/billing/commands.ts';
import { billingWork } from './features/billing/jobs.ts';
import { billingRoutes } from './features/billing/routes.ts';
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
import { findConversationOf } from './features/conversations/desk/conversations.ts';
import { forgetConversationsWork } from './features/conversations/desk/jobs.ts';
import { deskRoutes } from './features/conversations/desk/routes.ts';
import { embedRoutes } from './features/conversations/embed/routes.ts';
import { unansweredRoutes } from './features/conversations/unanswered/routes.ts';
import { knowledgeWork } from './features/knowledge/jobs.ts';
import { privacyWork } from './features/privacy/jobs.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { realtimeRoutes } from './features/realtime/routes.ts';
import { crawlRoutes } from './features/sources/crawls/routes.ts';
import { sourceWork } from './features/sources/jobs.ts';
import { sourceRoutes } from './features/sources/routes.ts';
import { fileBytesOf, findSourceId } from './features/sources/service.ts';
import { uploadRoutes } from './features/sources/upload-routes.ts';
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
import type { Command } from './operation/commands/command.ts';
import { health, type Readiness } from './operation/health.ts';
import { housekeepingWork } from './operation/housekeeping.ts';
import { legalPages } from './operation/legal.ts';
import { mailbox } from './operation/mailbox.ts';
import { openApiOf } from './operation/openapi.ts';
import { originalFrame } from './operation/original-frame.ts';
import { publicConfigRoutes } from './operation/public-config.ts';
import { securityTxt } from './operation/security-txt.ts';
import { webApp } from './operation/static.ts';

/** Every job of the program, with how it is done. */
export const allWork: readonly AnyWork[] = [
  ...authWork,
  ...usageWork,
  ...billingWork(fitToPlan),
  fitAllToPlansWork,
  ...knowledgeWork,
  ...sourceWork,
  forgetConversationsWork,
  mailOutageWork,
  askChecksWork,
  ...privacyWork,
  ...housekeepingWork,
];

/** What an operator may call by `npm run parlance -- …`. */
export const allCommands: readonly Command[] = [verifyLedger, setPlan(fitToPlan)];

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
    ...preferenceRoutes,
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
    ...deskRoutes,
    ...unansweredRoutes,
    ...activityRoutes,
    ...channelRoutes,
    ...privacyRoutes,
    ...publicConfigRoutes(loadPublishableKey),
  ];
  const server = await createServer(
    context,
    [
      ...features,
      openApiOf(features),
      health(readiness, [gaugeVerification]),
      mailbox,
      legalPages,
      captchaPage,
      originalFrame,
      securityTxt,
      webApp,
    ],
    authenticate,
  );
  return { server, readiness, streams };
}
