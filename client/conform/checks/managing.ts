import { CannotTry } from '../check.ts'
import type { Check, Trial } from '../check.ts'
import {
  anyObject,
  exactly,
  fields,
  integer,
  listOf,
  optional,
  orNull,
  platformId,
  text,
  time,
  truth,
} from '../shape.ts'

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']
const listed = fields({
  ...{ id: platformId, name: text, status: text, effectiveStatus: text },
  ...{ createdTime: time, thumbnailUrl: orNull(text) },
})

async function someAds(trial: Trial, limit = 2): Promise<string[]> {
  const { body } = await trial.get('/v1/manage/list-ads', { accountId: trial.at.account, limit })
  const rows = Array.isArray(body.data) ? (body.data as { id: string }[]) : []
  if (rows.length === 0) throw new CannotTry('the account has no ads')
  return rows.map(({ id }) => id)
}

export const managing: Check[] = [
  {
    name: 'ads of an account, by status, from 1 to 200 at a time',
    async run(trial) {
      const { account: accountId } = trial.at
      for (const status of [undefined, ...statuses]) {
        const { body } = await trial.get('/v1/manage/list-ads', { accountId, status, limit: 3 })
        trial.fits(body, fields({ success: exactly(true), data: listOf(listed), count: integer }))
        const { length } = body.data as unknown[]
        if (length > 3) trial.differs(`limit=3 should answer at most 3 ads, answers ${length}`)
        if (body.count !== length) trial.differs(`count should be ${length}, is ${String(body.count)}`)
      }
      for (const limit of [0, 201]) await trial.ask('/v1/manage/list-ads', [400, 422], { query: { accountId, limit } })
      await trial.ask('/v1/manage/list-ads', [400, 422])
    },
  },
  {
    name: 'changes of an account, from 1 to 100 at a time',
    async run(trial) {
      const { account: businessId } = trial.at
      const { body } = await trial.get('/v1/manage/changes', { businessId, limit: 5 })
      const change = {
        ...{ eventTime: integer, dateTimeInTimezone: time, eventType: text, translatedEventType: text },
        ...{ objectId: text, objectName: orNull(text), objectType: text, actorId: orNull(text) },
        ...{ actorName: orNull(text), changes: anyObject },
      }
      trial.fits(body, fields({ success: exactly(true), data: listOf(fields(change)) }))
      const cursors = fields({ before: orNull(text), after: orNull(text) })
      trial.fits(body.paging, fields({ cursors }), 'paging')
      trial.fits(body.metadata, fields({ businessId: exactly(businessId), count: integer }), 'metadata')
      for (const limit of [0, 101]) await trial.ask('/v1/manage/changes', [400, 422], { query: { businessId, limit } })
      await trial.ask('/v1/manage/changes', [400, 422])
    },
  },
  {
    name: 'what ads are made of, of 1 to 50 at a time; one that fails does not fail the others',
    async run(trial) {
      const [adId = ''] = await someAds(trial)
      const { body } = await trial.post('/v1/manage/ad-debug-data', { adIds: [adId, '1'] })
      trial.fits(
        body,
        fields({ success: exactly(true), data: listOf(fields({ adId: text, success: truth })), count: integer }),
      )
      const records = body.data as Record<string, unknown>[]
      const record = fields({
        ...{ success: exactly(true), account_id: text, created_time: text, updated_time: text },
        campaign: fields({ id: text, name: text, objective: text }),
        adset: fields({ id: text, name: text, optimization_goal: optional(orNull(text)) }),
        ...{ creative: fields({ id: text }), pageMetadata: orNull(anyObject) },
      })
      trial.fits(
        records.find((each) => each.adId === adId),
        record,
        'the record of an ad',
      )
      const failed = fields({ success: exactly(false), error: text })
      trial.fits(
        records.find((each) => each.adId === '1'),
        failed,
        'the record of no ad',
      )
      await trial.post('/v1/manage/ad-debug-data', { adIds: [] }, [400, 422])
      const many = Array.from({ length: 51 }, (_, index) => String(index + 1))
      await trial.post('/v1/manage/ad-debug-data', { adIds: many }, [400, 422])
    },
  },
  {
    name: 'the compact counterpart for creatives',
    async run(trial) {
      const [adId = ''] = await someAds(trial)
      const { body } = await trial.post('/v1/manage/ad-creative-specs', { adIds: [adId] })
      trial.fits(body, fields({ data: listOf(fields({ adId: text, success: truth })) }))
    },
  },
  {
    name: 'from 1 to 10 copies',
    async run(trial) {
      const [adId = ''] = await someAds(trial)
      const body = { adId, accountId: trial.at.account, initialStatus: 'PAUSED' }
      for (const copyCount of [0, 11, 1.5])
        await trial.post('/v1/manage/duplicate-ad', { ...body, copyCount }, [400, 422])
    },
  },
]
