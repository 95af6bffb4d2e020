import { z } from 'zod'
import { Answer, operation } from '../../call/operation.ts'
import { auditFileTypes, auditFormats, exportEntries } from '../../core/audit/export.ts'
import { AuditRow, listEntries } from '../../core/audit/read.ts'
import { momentRange, requireRange } from '../../core/days/range.ts'
import { badRequest } from '../../errors.ts'
import { required } from '../../lookup.ts'
import { limitField } from '../pages.ts'
import { Pagination } from '../../call/whole-list.ts'

const filter = (description: string) => z.string().trim().min(1).max(200).optional().meta({ description })

export const auditLog = operation({
  name: 'read_audit_log',
  rest: { method: 'GET', path: '/v1/audit-log' },
  section: 'Events and safety',
  summary: 'Who changed what through this service, newest first; as a file oldest first.',
  description:
    'Every call that changes something is in it, whichever way it came in, and so is what the operator does on the command line: who, ' +
    'what, about what, and how it ended. Every entry carries a hash of itself and the one before it, so that none can be changed or taken ' +
    'out unseen; `flightdeck audit verify` checks them. There are no secrets in it.',
  scope: 'admin',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({
    actor: filter('Only what this actor did: its name, or its kind and id as in key:7.'),
    action: filter('Only this operation, by its name, such as update_budget.'),
    target: filter('Only what was about this, such as batch:12 or account:act_1.'),
    ...momentRange,
    limit: limitField(500, 50),
    cursor: z.string().max(60).optional().meta({ description: 'Where to go on: the nextCursor of the page before.' }),
    format: z.enum(auditFormats).default('json').meta({ description: 'ndjson or csv: all of it as a file.' }),
  }),
  example: { limit: 10 },
  reply: z.object({
    data: z.array(AuditRow).meta({ description: 'The entries.' }),
    count: z.number().int().meta({ description: 'How many entries this page has.' }),
    pagination: Pagination.meta({ description: 'How to get the rest.' }),
  }),
  files: Object.values(auditFileTypes).map((type) => type.split(';', 1).join('')),
  async handle(deps, call, { limit, cursor, format, ...wanted }) {
    const { from, to } = wanted
    if (from && to) requireRange(from, new Date(to.getTime() - 1), { start: 'from', end: 'to' })
    if (format !== 'json') {
      return new Answer(200, exportEntries(deps, call, { ...wanted, format }), {
        'content-type': auditFileTypes[format],
        'content-disposition': `attachment; filename="audit-log.${format}"`,
      })
    }
    const beyond = cursor === undefined ? undefined : numberIn(cursor)
    const found = await listEntries(deps, call, { ...wanted, order: 'newest', beyond, limit: limit + 1 })
    const data = found.slice(0, limit)
    const hasMore = found.length > limit
    const nextCursor = hasMore ? `before-${required(data.at(-1), 'last entry').seq}` : null
    return { data, count: data.length, pagination: { limit, hasMore, nextCursor } }
  },
})

function numberIn(cursor: string): number {
  const seq = /^before-(\d{1,15})$/.exec(cursor)?.[1]
  if (seq === undefined) throw badRequest([{ path: 'cursor', message: 'is not the nextCursor of a page of this list' }])
  return Number(seq)
}
