import { CannotTry } from '../check.ts'
import type { Check } from '../check.ts'
import { exactly, fields, integer, listOf, oneOf, platformId, text, truth } from '../shape.ts'
import { fixture, fixtureOf } from './fixture.ts'

const copies = (made: string, wanted: number, more: Parameters<typeof fields>[0] = {}) =>
  fields({
    ...{ success: exactly(true), successCount: exactly(wanted), failCount: exactly(0) },
    results: listOf(fields({ copyNumber: integer, success: truth, [made]: platformId, ...more })),
  })

export const making: Check[] = [
  {
    name: 'a campaign and an ad set are made with what was asked for; the ad set has a goal that fits',
    writes: true,
    async run(trial) {
      const { account, mark } = trial.at
      const campaign = { name: mark, status: 'PAUSED', objective: 'OUTCOME_TRAFFIC', buying_type: 'AUCTION' }
      const asked = { ad_account_id: account, ...campaign, special_ad_categories: [] }
      const { body } = await trial.post('/v1/manage/create-campaign', asked, [200, 201])
      trial.fits(body, fields({ success: exactly(true), campaignId: platformId }))
      const stored = Object.fromEntries(Object.entries(campaign).map(([name, value]) => [name, exactly(value)]))
      trial.fits(body.campaign, fields({ ...stored, id: exactly(body.campaignId) }), 'campaign')
      const adSet = { businessId: account, campaignId: body.campaignId, name: mark, status: 'PAUSED', dailyBudget: 10 }
      const made = await trial.post('/v1/manage/create-adset', adSet, [200, 201])
      const set = { id: exactly(made.body.adSetId), name: exactly(mark), campaign_id: exactly(body.campaignId) }
      trial.fits(made.body.adSet, fields({ ...set, status: exactly('PAUSED'), optimization_goal: text }), 'adSet')
      await trial.post('/v1/manage/delete', {
        entityIds: [made.body.adSetId],
        entityType: 'adset',
        businessId: account,
      })
      await trial.post('/v1/manage/delete', {
        entityIds: [body.campaignId],
        entityType: 'campaign',
        businessId: account,
      })
    },
  },
  {
    name: 'a lifetime budget needs an end',
    writes: true,
    async run(trial) {
      const { campaignId } = await fixture(trial)
      const body = { accountId: trial.at.account, campaignId, name: trial.at.mark, lifetimeBudget: 100 }
      await trial.post('/v1/manage/create-adset', body, [400, 422])
    },
  },
  {
    name: 'ad sets, campaigns and ads are copied, paused',
    writes: true,
    async run(trial) {
      const { account: accountId } = trial.at
      const { adSetId, campaignId } = await fixture(trial)
      const paused = { accountId, initialStatus: 'PAUSED' }
      const location = { countries: ['CA'] }
      const adSets = { ...paused, adsetId: adSetId, copyCount: 2, deepCopy: false, location }
      const copied = await trial.post('/v1/manage/duplicate-adset', adSets)
      trial.fits(
        copied.body,
        copies('newAdSetId', 2, { renamed: truth, newName: text, locationApplied: exactly(true) }),
      )
      trial.fits(copied.body, fields({ originalAdSetId: exactly(adSetId) }))
      const campaigns = { ...paused, campaignId, copyCount: 1, deepCopy: false, newName: `${trial.at.mark} copy` }
      const whole = await trial.post('/v1/manage/duplicate-campaign', campaigns)
      trial.fits(whole.body, copies('newCampaignId', 1, { newName: text }))
      const newIds = (whole.body.results as { newCampaignId: string }[]).map(({ newCampaignId }) => newCampaignId)
      await trial.post('/v1/manage/delete', { entityIds: newIds, entityType: 'campaign', businessId: accountId })
      const { body } = await trial.get('/v1/manage/list-ads', { adSetId, limit: 1 })
      const [ad] = body.data as { id: string }[]
      if (!ad) throw new CannotTry('no ad was launched that could be copied')
      const asked = { ...paused, adId: ad.id, targetAdSetId: adSetId, copyCount: 1, copyValues: { headline1: 'New' } }
      const ads = await trial.post('/v1/manage/duplicate-ad', asked)
      trial.fits(ads.body, copies('newAdId', 1, { method: oneOf('copies', 'recreation') }))
    },
  },
  {
    name: 'what runs is paused, and what was made is deleted',
    writes: true,
    async run(trial) {
      const { account: businessId } = trial.at
      const found = await fixtureOf(trial.at)
      if (!found) throw new CannotTry('nothing was made')
      const entity = { entityId: found.adSetId, entityType: 'adset', businessId }
      const paused = await trial.post('/v1/manage/update-status', { ...entity, newStatus: 'PAUSED' })
      trial.fits(paused.body, fields({ success: exactly(true) }))
      await trial.post('/v1/manage/update-status', { ...entity, newStatus: 'SLEEPING' }, [400, 422])
      const whole = { entityIds: [found.campaignId], entityType: 'campaign', businessId }
      const { body } = await trial.post('/v1/manage/delete', whole)
      trial.fits(body, fields({ success: exactly(true) }))
    },
  },
]
