import { AppError } from '../errors.ts'
import { Answer, fileReply, operation } from '../call/operation.ts'

export const metrics = operation({
  name: 'read_metrics',
  rest: { method: 'GET', path: '/metrics' },
  section: 'Open',
  summary: 'What the service tells a monitoring system of itself, in the format of Prometheus',
  description:
    'Only with the setting METRICS=on; 404 otherwise. The figures are of the whole service, not of one company.',
  scope: null,
  effect: 'reads',
  failures: ['not_found'],
  example: {},
  reply: fileReply('text/plain'),
  async handle(deps) {
    if (!deps.metrics) throw new AppError('not_found', 'Metrics are off. The setting METRICS=on turns them on.')
    const { text, contentType } = deps.metrics
    return new Answer(200, await text(), { 'content-type': contentType })
  },
})
