import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One registry a process: what `/metrics` shows. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'parlance_' });

const requests = new Histogram({
  name: 'parlance_http_request_seconds',
  help: 'Time to answer, by route template',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [registry],
});

export function observeRequest(request: FastifyRequest, reply: FastifyReply): void {
  // The template, never the address: no id and no unbounded label.
  const route = request.routeOptions.url ?? 'unknown';
  requests.observe(
    { method: request.method, route, status: String(reply.statusCode) },
    reply.elapsedTime / 1000,
  );
}

export const answers = new Counter({
  name: 'parlance_answers_total',
  help: 'Answers to visitors, by mode',
  labelNames: ['mode'],
  registers: [registry],
});

export const fallbackAnswers = new Counter({
  name: 'parlance_fallback_answers_total',
  help: 'Answers that quote because tokens are used up or the provider fails, by reason',
  labelNames: ['reason'],
  registers: [registry],
});

export const sentencesLeftOut = new Counter({
  name: 'parlance_sentences_left_out_total',
  help: 'Sentences of models that nobody was shown, by what in them no passage says',
  labelNames: ['reason'],
  registers: [registry],
});

export const channelEvents = new Counter({
  name: 'parlance_channel_events_total',
  help: 'What platforms delivered: stored, had before, of no concern, or refused unread',
  labelNames: ['platform', 'outcome'],
  registers: [registry],
});

export const formatFallbacks = new Counter({
  name: 'parlance_channel_format_fallback_total',
  help: 'Messages that Telegram took without their marks alone',
  registers: [registry],
});

export const channelMessages = new Counter({
  name: 'parlance_channel_messages_total',
  help: 'What was sent to visitors on platforms: sent, put off, or failed',
  labelNames: ['platform', 'outcome'],
  registers: [registry],
});

export const jobs = new Gauge({
  name: 'parlance_jobs',
  help: 'Jobs in the queue, by state',
  labelNames: ['state'],
  registers: [registry],
});

export const ledgerDifferences = new Gauge({
  name: 'parlance_ledger_differences',
  help: 'What the last nightly proof of the ledger found to differ from it; absent before the first',
  registers: [registry],
});

export const ledgerProvenAt = new Gauge({
  name: 'parlance_ledger_proof_timestamp_seconds',
  help: 'When the last nightly proof of the ledger ended',
  registers: [registry],
});

export const paymentAlerts = new Counter({
  name: 'parlance_payment_alerts_total',
  help: 'What of payments the operator should look at, by reason; the log says more',
  labelNames: ['reason'],
  registers: [registry],
});

export const overdueDeletions = new Gauge({
  name: 'parlance_deletions_overdue',
  help: 'Accounts that were to be deleted within 24 hours and are still there',
  registers: [registry],
});
