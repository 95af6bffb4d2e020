import { z } from 'zod'
import { Day, requestedDays } from '../../../../core/days/range.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { listPerformance } from '../../../../core/manage/listing.ts'
import { stateFilter } from '../status-word.ts'
import { workspaceField } from '../fields.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../../platform-pages.ts'
import { AccountIdParam } from '../../../shapes.ts'
import { CurrencyMetadata, StructureRow } from '../structure-row.ts'

interface View {
  name: string
  level: 'campaign' | 'adset'
  path: string
  summary: string
}

/** Campaigns and ad sets are listed alike. */
export function structureView({ name, level, path, summary }: View) {
  return operation({
    name,
    rest: { method: 'GET', path },
    section: 'Primary platform',
    summary,
    description:
      'Accounts of every platform. Spend and results are given for the days asked for, both included; without days they ' +
      'are null.',
    scope: 'read',
    effect: 'reads',
    tool: true,
    failures: ['unsupported_operation'],
    input: z.object({
      accountId: AccountIdParam,
      campaignId: PlatformId.optional().meta({ description: 'Only this campaign, or what is in it.' }),
      status: stateFilter('ACTIVE', 'PAUSED', 'ARCHIVED').meta({
        description: 'Only those whose own switch stands so.',
      }),
      startDate: Day.optional().meta({ description: 'First day of the figures; alone it is the only day.' }),
      endDate: Day.optional().meta({ description: 'Last day of the figures; alone it is the only day.' }),
      ...cursorFields(200, 50),
      ...workspaceField,
    }),
    example: { accountId: demo.account },
    reply: cursorPageOf(StructureRow).extend({
      metadata: CurrencyMetadata.meta({ description: 'What holds for all entries.' }),
    }),
    async handle(deps, call, { cursor: after, workspaceId: _workspace, ...query }) {
      requestedDays(query)
      const page = await listPerformance(deps, call, { ...query, level, after })
      return { ...cursorPage(page, query.limit), metadata: { currency: page.currency } }
    },
  })
}
