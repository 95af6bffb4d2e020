import type { Check } from '../check.ts'
import { exactly, fields, listOf, number, optional, orNull, platformId, text } from '../shape.ts'

export const discovery: Check[] = [
  {
    name: 'ad accounts with their ids and workspaces, in pages',
    async run(trial) {
      const { body } = await trial.get('/v1/adaccounts', { page: 1, limit: 2 })
      trial.fits(body, fields({ success: exactly(true), data: listOf(fields({ id: platformId })) }))
      const rows = body.data as { workspaceId?: unknown }[]
      if (rows.length > 2) trial.differs(`limit=2 should answer at most 2 accounts, answers ${rows.length}`)
      if (rows.some((row) => !('workspaceId' in row))) trial.differs('data[].workspaceId is missing')
    },
  },
  {
    name: 'profiles with page and secondary ids and their names',
    async run(trial) {
      const { body } = await trial.get('/v1/profiles', { businessId: trial.at.account })
      const profile = fields({ page: platformId, primaryName: text, secondary: orNull(text) })
      trial.fits(body, fields({ data: listOf(profile) }))
    },
  },
  {
    name: 'ad sets with value and label',
    async run(trial) {
      const { body } = await trial.get('/v1/adsets', { accountId: trial.at.account })
      trial.fits(body, fields({ data: listOf(fields({ value: platformId, label: text })) }))
    },
  },
  {
    name: 'launch defaults, users and workspaces are there',
    async run(trial) {
      for (const place of ['/v1/launch-defaults', '/v1/user', '/v1/workspaces']) await trial.get(place)
    },
  },
  {
    name: 'the older surface lists ad copy templates by page and pageSize',
    async run(trial) {
      const { body } = await trial.get('/api/ad-copy-templates', { page: 1, pageSize: 100 })
      trial.fits(body, fields({ data: listOf(fields({})), page: number, pageSize: number, total: optional(number) }))
    },
  },
  {
    name: 'a machine-readable overview is served at /llms.txt, to everybody',
    async run(trial) {
      const { text: overview } = await trial.ask('/llms.txt', 200, { key: null })
      if (!overview.includes('/v1/launch')) trial.differs('/llms.txt should name /v1/launch')
    },
  },
]
