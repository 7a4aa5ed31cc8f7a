import type { ComponentType } from 'react';
import * as account from './pictures/account.tsx';
import * as channels from './pictures/channels.tsx';
import * as chatbots from './pictures/chatbots.tsx';
import * as figures from './pictures/figures.tsx';
import * as sources from './pictures/sources.tsx';
import type { TopicName } from './places.ts';

/** Each topic's picture, and where the guide tells more of it. */
export const topics: Record<TopicName, { Picture: ComponentType; guide: string }> = {
  tokens: { Picture: figures.Tokens, guide: 'tokens-and-plans#tokens' },
  alerts: { Picture: figures.Alerts, guide: 'tokens-and-plans#problems' },
  curve: { Picture: figures.Curve, guide: 'getting-started#dashboard' },
  unanswered: { Picture: chatbots.Unanswered, guide: 'conversations#unanswered' },
  create: { Picture: chatbots.Create, guide: 'getting-started#first-chatbot' },
  copies: { Picture: chatbots.Copies, guide: 'getting-started#first-chatbot' },
  transfer: { Picture: chatbots.Transfer, guide: 'account-and-privacy#transfers' },
  look: { Picture: chatbots.Look, guide: 'customise#look' },
  voice: { Picture: chatbots.Voice, guide: 'customise#instructions' },
  unknown: { Picture: chatbots.Unknown, guide: 'customise#unknown' },
  install: { Picture: chatbots.Install, guide: 'website#snippet' },
  feed: { Picture: sources.Feed, guide: 'data-sources#files' },
  stages: { Picture: sources.Stages, guide: 'data-sources#statuses' },
  fresh: { Picture: sources.Fresh, guide: 'data-sources#sync' },
  trial: { Picture: sources.Trial, guide: 'data-sources#test' },
  website: { Picture: sources.Website, guide: 'website#snippet' },
  telegram: { Picture: sources.Telegram, guide: 'telegram#bot' },
  whatsapp: { Picture: sources.WhatsApp, guide: 'whatsapp#before' },
  botFather: { Picture: channels.BotFather, guide: 'telegram#bot' },
  botToken: { Picture: channels.BotToken, guide: 'telegram#token' },
  botTalk: { Picture: channels.BotTalk, guide: 'telegram#use' },
  metaValues: { Picture: channels.MetaValues, guide: 'whatsapp#app' },
  lastingToken: { Picture: channels.LastingToken, guide: 'whatsapp#access-token' },
  window: { Picture: channels.Window, guide: 'whatsapp#window' },
  apiKeys: { Picture: account.ApiKeys, guide: 'account-and-privacy#api-keys' },
  twoStep: { Picture: account.TwoStep, guide: 'account-and-privacy#security' },
  sessions: { Picture: account.Sessions, guide: 'account-and-privacy#security' },
  leaving: { Picture: account.Leaving, guide: 'account-and-privacy#deletion' },
  mails: { Picture: account.Mails, guide: 'account-and-privacy#notifications' },
  appearance: { Picture: account.Appearance, guide: 'account-and-privacy#appearance' },
  privacy: { Picture: account.Privacy, guide: 'account-and-privacy#privacy' },
  rights: { Picture: account.Rights, guide: 'account-and-privacy#export' },
  read: { Picture: chatbots.Read, guide: 'conversations#read' },
  summaries: { Picture: chatbots.Summaries, guide: 'conversations#summaries' },
  checks: { Picture: chatbots.Checks, guide: 'conversations#checks' },
  journal: { Picture: figures.Journal, guide: 'tokens-and-plans#audit' },
  filters: { Picture: figures.Filters, guide: 'tokens-and-plans#audit' },
  exchange: { Picture: figures.Exchange, guide: 'tokens-and-plans#tokens' },
  estimate: { Picture: figures.Estimate, guide: 'tokens-and-plans#plans' },
};
