import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';

const notifications = z.object({
  /** Important events: limits, chatbots that stopped. What is charged or paid back is always told. */
  emailNotifications: z.boolean(),
  /** New features and offers; sent only where `marketingCommunications` of privacy agrees. */
  marketingEmails: z.boolean(),
  /** A summary of what visitors asked, weekly. */
  activitySummaries: z.boolean(),
});
export type NotificationPreferences = z.output<typeof notifications>;

export const getNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/preferences/notifications',
  summary: 'Which mails this account wants; security mails always go',
  access: 'user',
  answer: notifications,
  errors: [],
});

export const setNotifications = endpoint({
  method: 'PUT',
  path: '/api/v1/preferences/notifications',
  summary: 'Keep which mails this account wants; what is left out stays',
  access: 'user',
  body: z.partial(
    z.strictObject({
      emailNotifications: z.boolean(),
      marketingEmails: z.boolean(),
      activitySummaries: z.boolean(),
    }),
  ),
  answer: notifications,
  errors: [],
});
