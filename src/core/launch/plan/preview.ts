import { AppError, PlatformError } from '../../../errors.ts'
import type { AdPreview } from '../../../platforms/contract/launch.ts'
import type { Session } from '../../../platforms/contract/platform.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import { warnOfDecided } from './decided.ts'
import type { PlannedAd } from './planned-ad.ts'
import { openWorking } from '../../connections/working.ts'

const usualMs = 4_000

interface WritePreview {
  accounts: Iterable<CachedAccount>
  planned: PlannedAd[]
  withinMs?: number
}

/**
 * Some ads depend on what is on the platform already: an ad set's goal, somebody's post. What would keep them from
 * being made is found out before the launch is accepted. Within limits: what the platform does not tell in time is told
 * when the ad is made. Answers whether the platform told anything.
 */
export async function preview(
  connections: Connections,
  company: CompanyRef,
  { accounts, planned, withinMs = usualMs }: WritePreview,
): Promise<boolean> {
  const open = planned.filter(({ issues, driver, ad }) => issues.length === 0 && driver?.needsPreview?.(ad))
  if (open.length === 0) return false
  const signal = AbortSignal.timeout(withinMs)
  const looks = [...accounts].map(async (account) => {
    const ads = open.filter((ad) => ad.platform === account.platform && ad.accountId === account.account_id)
    if (ads.length === 0) return false
    const found = await openWorking(connections, company, account)
      .then(({ session }) => ask(session, account, ads, signal))
      .catch(orNull)
    if (!found) return false
    ads.forEach((planned, position) => {
      const { issues = [], decided = [] } = found[position] ?? {}
      planned.issues.push(...issues.map((issue) => ({ ...issue, path: `ads.${planned.index}.${issue.path}` })))
      warnOfDecided(planned, decided)
    })
    return true
  })
  return (await Promise.all(looks)).includes(true)
}

async function ask(
  { launch }: Session,
  account: CachedAccount,
  ads: PlannedAd[],
  signal: AbortSignal,
): Promise<AdPreview[] | null> {
  const asked = ads.map(({ ad, adSets }) => ({ ad, adSetIds: adSets.map(({ value }) => value) }))
  return (await launch?.preview?.(account.account_id, asked, signal)) ?? null
}

/** A platform that does not answer, or says no, has told nothing. */
function orNull(error: unknown): null {
  if (error instanceof PlatformError || error instanceof AppError) return null
  throw error
}
