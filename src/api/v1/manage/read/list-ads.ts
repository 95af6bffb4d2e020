import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { listAds as list } from '../../../../core/manage/listing.ts'
import { workspaceField } from '../fields.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../../platform-pages.ts'
import { AdRow } from '../ad-row.ts'
import { stateFilter } from '../status-word.ts'

export const listAds = operation({
  name: 'list_ads',
  rest: { method: 'GET', path: '/v1/manage/list-ads' },
  section: 'Primary platform',
  summary: 'Ads of an ad set or an account.',
  description:
    'Give adSetId or accountId. DELETED lists ads that were deleted through this service: the platform keeps no list of them.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    adSetId: PlatformId.optional().meta({ description: 'Only ads of this ad set.' }),
    accountId: PlatformId.optional().meta({ description: 'Ad account id. Left out: the ad set is looked for.' }),
    status: stateFilter('ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED').meta({ description: 'Only ads in this state.' }),
    ...cursorFields(200, 50),
    ...workspaceField,
  }),
  example: { accountId: demo.account, status: 'ACTIVE' },
  reply: cursorPageOf(AdRow),
  async handle(deps, call, { cursor: after, workspaceId: _workspace, ...query }) {
    return cursorPage(await list(deps, call, { ...query, after }), query.limit)
  },
})
