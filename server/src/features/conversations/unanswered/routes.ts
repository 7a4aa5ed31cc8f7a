import {
  answerQuestion,
  dismissUnanswered,
  listAllUnanswered,
  listUnanswered,
} from '@parlance/contract/endpoints/conversations';
import { type Registration, route } from '../../../kit/http/route.ts';
import { listMostAsked } from './most-asked.ts';
import * as service from './questions.ts';

export const unansweredRoutes: Registration[] = [
  route(listUnanswered, ({ db }, { caller, params }) =>
    service.listUnanswered(db, caller.userId, params.chatbotId),
  ),
  route(listAllUnanswered, ({ db }, { caller, query }) => listMostAsked(db, caller.userId, query.limit)),
  route(dismissUnanswered, ({ db }, { caller, params }) =>
    service.dismissUnanswered(db, caller.userId, params.chatbotId, params.unansweredId),
  ),
  route(answerQuestion, (context, { caller, params, body, language }) =>
    service.answerQuestion(context, caller.userId, params.chatbotId, body, language),
  ),
];
