import { z } from 'zod'
import { reportFields } from '../../../core/reports/query/fields.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { companyOf } from '../../caller.ts'

export const reportFieldsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/v1/reports/fields',
  section: 'Reporting',
  summary: 'Which metrics and groupings reports know, with their units and platforms.',
  scope: 'read',
  tool: 'list_report_fields',
  reply: z.object({
    metrics: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['integer', 'number']),
        unit: z.enum(['currency', 'count', 'percent', 'ratio']),
        summable: z.boolean().meta({ description: 'Whether values of several rows may be added up.' }),
        platforms: z.array(z.string()),
        description: z.string(),
      }),
    ),
    dimensions: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['string', 'date']),
        aliases: z.array(z.string()),
        platforms: z.array(z.string()),
        description: z.string(),
      }),
    ),
  }),
  async handle({ caller, services }) {
    return reportFields(services, companyOf(caller))
  },
})
