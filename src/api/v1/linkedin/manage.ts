import { z } from 'zod'
import { Day } from '../../../core/days/range.ts'
import { keptEndFields } from '../../../core/ends/listed.ts'
import { readTree } from '../../../core/network/network.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../platform-pages.ts'
import { AccountIdParam } from '../../shapes.ts'
import { workspaceField } from '../manage/fields.ts'
import { budgetFields, CurrencyMetadata, figures } from '../manage/structure-row.ts'
import { platformWord, section, wordList, wordOrNull } from './fields.ts'

const parts = ['groups', 'campaigns', 'creatives'] as const

const time = (description: string) => z.iso.datetime().nullable().meta({ description })

const node = {
  id: z.string().meta({ description: "The platform's id." }),
  name: z.string().meta({ description: 'Its name; empty where it has none.' }),
  status: platformWord('Its own switch'),
  effectiveStatus: platformWord('What that amounts to: held by what is above it, in review, ended'),
  ...figures,
}

const scheduled = {
  ...node,
  objective: wordOrNull('What it is for'),
  startTime: time('When it begins.'),
  endTime: time('When it ends; null: never.'),
  ...budgetFields,
}

const NetworkCreative = z
  .object({
    ...node,
    postId: z.string().nullable().meta({ description: 'The post that it shows.' }),
    review: wordOrNull('What became of its review'),
    createdTime: time('When it was made.'),
    ...keptEndFields,
  })
  .meta({ id: 'NetworkCreative' })

const NetworkCampaign = z
  .object({
    ...scheduled,
    format: wordOrNull('What its ads are made of'),
    organizationId: z.string().nullable().meta({ description: 'The organization that speaks in its ads.' }),
    creatives: z.array(NetworkCreative).optional().meta({ description: 'The creatives in it, where asked for.' }),
  })
  .meta({ id: 'NetworkCampaign' })

const NetworkGroup = z
  .object({
    ...scheduled,
    campaigns: z.array(NetworkCampaign).optional().meta({ description: 'The campaigns in it, where asked for.' }),
  })
  .meta({ id: 'NetworkGroup' })

export const networkTree = operation({
  name: 'read_network_tree',
  rest: { method: 'GET', path: '/v1/linkedin/manage' },
  section,
  summary: 'Campaign groups of an account with the campaigns in them and the creatives in those.',
  description:
    'Everything but what is archived or deleted. Spend and results are given for the days asked for, both included; without days ' +
    'they are null. In other operations a group is a campaign, a campaign an ad set, and a creative an ad.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdParam,
    include: wordList(parts, parts.length)
      .default([...parts])
      .meta({ description: `How far down: ${parts.join(', ')}, by comma. What is in between is told as well.` }),
    startDate: Day.optional().meta({ description: 'First day of the figures; alone it is the only day.' }),
    endDate: Day.optional().meta({ description: 'Last day of the figures; alone it is the only day.' }),
    ...cursorFields(100, 50),
    ...workspaceField,
  }),
  example: { accountId: demo.networkAccount, include: ['groups', 'campaigns', 'creatives'] },
  reply: cursorPageOf(NetworkGroup).extend({
    metadata: CurrencyMetadata.meta({ description: 'What holds for all entries.' }),
  }),
  async handle(deps, call, { cursor: after, include, workspaceId: _workspace, ...query }) {
    const depth = parts.findLast((part) => include.includes(part)) ?? 'groups'
    const page = await readTree(deps, call, { ...query, depth, after })
    return { ...cursorPage(page, query.limit), metadata: { currency: page.currency } }
  },
})
