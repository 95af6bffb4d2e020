import type { Check, Trial } from '../check.ts'
import { pause } from '../http.ts'
import { between, exactly, fields, integer, listOf, oneOf, anyObject, text } from '../shape.ts'
import { fixture } from './fixture.ts'

/** A PNG of one pixel by one would be too small: what is launched is uploaded first. */
const status = fields({
  ...{ success: exactly(true), status: text, summaryStatus: oneOf('in_progress', 'success', 'error'), rawStatus: text },
  ...{ progress: between(0, 100), totalAds: integer, successfulAds: integer, failedAds: listOf(anyObject) },
  ...{ message: text, elapsedTimeMs: integer, elapsedTimeSeconds: integer },
})

const longestBatchMs = 180_000

/** Asks until it has ended, as every client of the contract does. */
async function ended(trial: Trial, batchId: unknown): Promise<Record<string, unknown>> {
  const until = Date.now() + longestBatchMs
  for (;;) {
    const { body } = await trial.get(`/v1/batch-status/${String(batchId)}`)
    trial.fits(body, status, 'the batch')
    if (body.summaryStatus !== 'in_progress' || trial.differences.length > 0) return body
    if (Date.now() > until) throw new Error(`batch ${String(batchId)} has not ended in ${longestBatchMs / 1000} s`)
    await pause(1_000, trial.at.signal)
  }
}

function ad({ account, page, secondary, mark }: Trial['at'], changes: object): object {
  return {
    ...{ adName: mark, adAccountId: account, page, secondary, adSets: ['1'], launchPaused: true },
    ...{ title: 'Title', description: 'Text', cta: 'LEARN_MORE', link: 'https://example.com/' },
    ...changes,
  }
}

const picture = { url: 'https://example.com/picture.png', type: 'image' }
const card = { ...picture, carouselTitle: 'Card' }

export const launching: Check[] = [
  {
    name: 'what breaks a rule of launching is refused whole, and launches nothing',
    async run(trial) {
      const wrong: Record<string, object> = {
        'a carousel of one card': { type: 'carousel', media: [card] },
        'a carousel of eleven cards': { type: 'carousel', media: Array.from({ length: 11 }, () => card) },
        'a card without carouselTitle': { type: 'carousel', media: [card, picture] },
        'an ad without media': { media: [] },
        'a promoCode with one letter': { media: [picture], promoCode: 'A1' },
        'a promoCode with a space': { media: [picture], promoCode: 'AB CD' },
        'a short partnershipCode': { partnershipCode: 'short' },
        'an unknown type': { media: [picture], type: 'hologram' },
      }
      for (const [what, changes] of Object.entries(wrong)) {
        const { status: answered } = await trial.at.ask('/v1/launch', {
          ...{ method: 'POST', body: { ads: [ad(trial.at, changes)] } },
        })
        if (answered !== 400 && answered !== 422) trial.differs(`${what} should be 400 or 422, is ${answered}`)
      }
    },
  },
  {
    name: 'a launch answers 202 with its batch, which ends with every ad',
    writes: true,
    async run(trial) {
      const { adSetId, mediaUrl } = await fixture(trial)
      const media = [{ url: mediaUrl, type: 'image' }]
      const ads = ['one', 'two'].map((name) =>
        ad(trial.at, { adName: `${trial.at.mark} ${name}`, adSets: undefined, media }),
      )
      const adSets = [{ value: adSetId, label: 'Conform' }]
      const { body } = await trial.post('/v1/launch', { ads, adSets }, 202)
      trial.fits(
        body,
        fields({
          success: exactly(true),
          message: text,
          adBatchSlug: text,
          adBatchId: integer,
          isAsync: exactly(true),
        }),
      )
      const batch = await ended(trial, body.adBatchId)
      const whole = {
        summaryStatus: exactly('success'),
        progress: exactly(100),
        totalAds: exactly(2),
        successfulAds: exactly(2),
      }
      trial.fits(batch, fields({ ...whole, failedAds: exactly([]) }), 'the batch')
      const { body: list } = await trial.get('/v1/manage/list-ads', { adSetId, limit: 200 })
      const names = (list.data as { name: string; status: string }[]).filter(({ name }) =>
        name.startsWith(trial.at.mark),
      )
      if (names.length !== 2) trial.differs(`the ad set should have 2 of the ads, has ${names.length}`)
      if (names.some((each) => each.status !== 'PAUSED')) trial.differs('launchPaused should leave the ads PAUSED')
      await trial.post('/v1/launch/from-draft', { batchId: body.adBatchId }, [409, 422])
    },
  },
  {
    name: 'the older body with creativeState, and plain ids of ad sets, are taken',
    writes: true,
    async run(trial) {
      const { adSetId, mediaUrl } = await fixture(trial)
      const one = ad(trial.at, { adSets: [adSetId], media: [{ url: mediaUrl, type: 'image' }] })
      const { body } = await trial.post('/v1/launch', { creativeState: { ads: [one] } }, 202)
      trial.fits(await ended(trial, body.adBatchId), fields({ summaryStatus: exactly('success') }), 'the batch')
    },
  },
  {
    name: 'what fails is listed in failedAds',
    writes: true,
    async run(trial) {
      const { mediaUrl } = await fixture(trial)
      const one = ad(trial.at, { adSets: ['1'], media: [{ url: mediaUrl, type: 'image' }] })
      const { status: answered, body } = await trial.ask('/v1/launch', [202, 422], {
        method: 'POST',
        body: { ads: [one] },
      })
      if (answered !== 202) return
      const batch = await ended(trial, body.adBatchId)
      trial.fits(batch, fields({ summaryStatus: exactly('error') }), 'the batch')
      if ((batch.failedAds as unknown[]).length !== 1) trial.differs('failedAds should list the ad')
    },
  },
]
