import type { Issue } from '../../../errors.ts'
import type { Decided, LaunchAd } from '../../../platforms/contract/launch.ts'
import type { Platform } from '../../../platforms/contract/platform.ts'
import type { Warning } from './unused-fields.ts'

/** An ad to make, and what is wrong with it. */
export interface PlannedAd {
  index: number
  platform: string | null
  /** Who makes ads there; null: nobody, or the platform is not known. */
  driver: Platform | null
  accountId: string
  /** null: the account is not known. */
  isSandbox: boolean | null
  clientRef: string | null
  ad: LaunchAd
  /** The fields of the ad that the caller gave; the rest are defaults. */
  given: ReadonlySet<string>
  /** The ad as the caller gave it. */
  asked: Readonly<Record<string, unknown>>
  /** What something that exists already decides, as far as it was looked at. */
  decided: readonly Decided[]
  adSets: { value: string; label: string | null }[]
  issues: Issue[]
  /** What keeps nobody from launching the ad, and is better known before. */
  warnings: Warning[]
}
