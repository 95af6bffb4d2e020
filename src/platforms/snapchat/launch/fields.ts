import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import { field, PlatformId, text } from '../../contract/launch-fields.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'
import { page, primaryName } from '../../kit/fields/launch-fields.ts'

export const maxHeadlineLength = 34
export const maxBrandNameLength = 32

export const launchFields = {
  ad: {
    headline: {
      ...field(text(200), 'warned', `Headline: at most ${maxHeadlineLength} characters; the title when left out.`),
      otherwise: 'title',
    },
    brandName: field(
      text(200),
      'warned',
      `Who advertises: at most ${maxBrandNameLength} characters; primaryName when left out.`,
    ),
    profileId: field(PlatformId, 'refused', 'Public profile that speaks in the ad; page when left out.'),
    snapAdType: field(text(50), 'refused', 'Kind of creative: WEB_VIEW (with a link) or SNAP_AD (without).'),
    page: page('The public profile, where profileId is left out.'),
    primaryName: primaryName('Who advertises, where brandName is left out.'),
  },
} satisfies LaunchFields

export type OwnAd = AdWith<typeof launchFields>
export type OwnItem = LaunchItem<OwnAd>
