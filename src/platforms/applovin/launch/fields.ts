import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'

/** An ad is made of its name and its media; where a click leads is the app's store page, or the link of a website. */
export const launchFields = {} satisfies LaunchFields

export type OwnAd = AdWith<typeof launchFields>
export type OwnItem = LaunchItem<OwnAd>
