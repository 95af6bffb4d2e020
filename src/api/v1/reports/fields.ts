import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { reportFields } from '../../../core/reports/query/fields.ts'

const name = z.string().meta({ description: 'What it is called in a question and in rows.' })
const platforms = z.array(z.string()).meta({ description: 'The platforms that have it, of those that are connected.' })
const description = z.string().meta({ description: 'What it is.' })

const ReportMetric = z
  .object({
    name,
    title: z.string().meta({ description: 'What its column is called.' }),
    type: z.enum(['integer', 'number']).meta({ description: 'Whether it is always a whole number.' }),
    unit: z.enum(['currency', 'count', 'percent', 'ratio']).meta({ description: 'What it is counted in.' }),
    summable: z.boolean().meta({ description: 'Whether values of several rows may be added up.' }),
    platforms,
    description,
  })
  .meta({ id: 'ReportMetric' })

const ReportDimension = z
  .object({
    name,
    type: z.enum(['string', 'date']).meta({ description: 'What its values are.' }),
    aliases: z.array(z.string()).meta({ description: 'Other words for it.' }),
    platforms,
    description,
  })
  .meta({ id: 'ReportDimension' })

export const listReportFields = operation({
  name: 'list_report_fields',
  rest: { method: 'GET', path: '/v1/reports/fields' },
  section: 'Reporting',
  summary: 'Which metrics and groupings reports know, with their units and platforms.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  example: {},
  reply: z.object({
    metrics: z.array(ReportMetric).meta({ description: 'Figures that can be asked for.' }),
    dimensions: z.array(ReportDimension).meta({ description: 'What rows can be made for.' }),
  }),
  handle: (deps, call) => reportFields(deps, call),
})
