import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import { field, PlatformId, text } from '../../contract/launch-fields.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'
import { aiDisclosure, bodyVariations } from '../../kit/fields/launch-fields.ts'

export const launchFields = {
  ad: {
    identityId: field(PlatformId, 'refused', 'Who speaks in the ad; GET /v1/tiktok/identities lists them.'),
    identityType: field(text(50), 'refused', 'Kind of the identity; found from identityId when left out.'),
    sparkPostId: field(PlatformId, 'refused', 'Show this post of the identity instead of media.'),
    bodyVariations: bodyVariations('Texts of a flexible ad, at most 5; the description when left out.'),
    aiDisclosure: aiDisclosure('Labels the ad as AI-generated.'),
    sparkCode: field(text(500), 'refused', 'Authorization code of a creator’s post, to show it instead of media.'),
  },
} satisfies LaunchFields

export type OwnAd = AdWith<typeof launchFields>
export type OwnItem = LaunchItem<OwnAd>
