import { required } from '../../../client/src/required.ts'
import { flightdeck } from './client/flightdeck.ts'
import { write } from './client/write.ts'
import { t } from '../languages/t.ts'

export const demoAds = 8
const pictures = 4

const headlines = ['Spring is here', 'Made to last', 'Two for one', 'New in the shop']

interface How {
  key: string
  accountId: string
  report: (step: string) => void
  draw: (place: number, headline: string) => Promise<File>
}

/** Finds a place in the account, draws pictures, uploads them and launches. */
export const launchDemo = write(async ({ key, accountId, report, draw }: How) => {
  report(t('Looking for an ad set …'))
  const [adSet, profiles] = await Promise.all([findAdSet(accountId), flightdeck.listProfiles({ accountId })])
  const profile = profiles.data[0]
  report(t('Uploading pictures …'))
  const urls = await Promise.all(
    Array.from({ length: pictures }, async (_none, place) => {
      const file = await draw(place, required(headlines[place], 'headline'))
      return (await flightdeck.upload(file)).url
    }),
  )
  report(t('Launching …'))
  const ads = Array.from({ length: demoAds }, (_none, place) => ({
    adName: `Demo ad ${place + 1}`,
    adAccountId: accountId,
    adSets: [adSet],
    page: profile?.page,
    secondary: profile?.secondary ?? null,
    title: required(headlines[place % pictures], 'headline'),
    description: t('A demo of Flightdeck. Nothing of this is real.'),
    cta: 'LEARN_MORE' as const,
    link: 'https://example.com/spring',
    media: [{ url: required(urls[place % pictures], 'url') }],
  }))
  return flightdeck.launchAds({ ads, dryRun: false }, { idempotencyKey: key })
}, 'batches')

async function findAdSet(accountId: string): Promise<{ value: string; label: string }> {
  const { data } = await flightdeck.listAdSets({ accountId, status: 'ACTIVE', limit: 100 })
  const free = data.filter(({ capacity }) => capacity === null || capacity >= demoAds)
  const running = free.find(({ effectiveStatus }) => effectiveStatus === 'ACTIVE') ?? free[0]
  if (!running)
    throw new Error(t('No ad set of the sandbox account has room for more ads: undo earlier demo batches first.'))
  return { value: running.value, label: running.label }
}
