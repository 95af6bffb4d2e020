import type { AdWith, LaunchItem } from '../../contract/launch.ts'
import { field, PlatformId } from '../../contract/launch-fields.ts'
import type { LaunchFields } from '../../contract/launch-fields.ts'
import { aiDisclosure } from '../../kit/fields/launch-fields.ts'

export const launchFields = {
  ad: {
    aiDisclosure: aiDisclosure(
      'The platform has published no name for it: the setting PINTEREST_AI_DISCLOSURE_FIELD gives the one that is sent.',
    ),
    boardId: field(PlatformId, 'refused', 'The board of the pin; GET /v1/pinterest/boards lists them.'),
  },
} satisfies LaunchFields

export type OwnAd = AdWith<typeof launchFields>
export type OwnItem = LaunchItem<OwnAd>
