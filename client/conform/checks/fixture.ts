import { CannotTry } from '../check.ts'
import type { Installation, Trial } from '../check.ts'
import { png } from './png.ts'

/** What launches and copies are tried on: made once for each run, and deleted at its end. */
export interface Fixture {
  campaignId: string
  adSetId: string
  mediaUrl: string
}

const made = new WeakMap<Installation, Promise<Fixture>>()

export function fixture(trial: Trial): Promise<Fixture> {
  const before = made.get(trial.at)
  if (before) return before
  const making = make(trial)
  made.set(trial.at, making)
  return making
}

/** Null: nothing was made. */
export async function fixtureOf(at: Installation): Promise<Fixture | null> {
  return (await made.get(at)?.catch(() => null)) ?? null
}

async function make({ at }: Trial): Promise<Fixture> {
  const need = async (what: string, path: string, question: Parameters<typeof at.ask>[1]) => {
    const { status, body, text } = await at.ask(path, { method: 'POST', ...question })
    if (status >= 300) throw new CannotTry(`${what} could not be made first: ${status} ${text.slice(0, 300)}`)
    return body
  }
  const account = { accountId: at.account, status: 'PAUSED', name: at.mark }
  const campaign = await need('a campaign', '/v1/manage/create-campaign', {
    body: { ...account, objective: 'OUTCOME_TRAFFIC', specialAdCategories: [] },
  })
  const campaignId = String(campaign.campaignId)
  const adSet = await need('an ad set', '/v1/manage/create-adset', {
    body: { ...account, campaignId, dailyBudget: 10, location: { countries: ['US'] } },
  })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png(600, 600))], { type: 'image/png' }), 'conform.png')
  const media = await need('a picture', '/upload', { form })
  return { campaignId, adSetId: String(adSet.adSetId), mediaUrl: String(media.url) }
}
