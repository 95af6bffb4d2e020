import { z } from 'zod'
import { AppError } from '../errors.ts'
import { Answer, defineEndpoint } from '../call/endpoint.ts'
import { contentType } from '../metrics/metrics.ts'

export const metrics = defineEndpoint({
  method: 'GET',
  path: '/metrics',
  section: 'Open',
  summary: 'What the service tells a monitoring system of itself, in the format of Prometheus',
  description:
    'Only with the setting METRICS=on; 404 otherwise. The figures are of the whole service, not of one company.',
  scope: null,
  replyType: 'text/plain',
  reply: z.string(),
  async handle({ services }) {
    if (!services.metrics) throw new AppError('not_found', 'Metrics are off. The setting METRICS=on turns them on.')
    return new Answer(200, await services.metrics.registry.metrics(), { 'content-type': contentType })
  },
})
