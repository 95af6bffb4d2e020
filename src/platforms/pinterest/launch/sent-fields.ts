import type { SentFields } from '../../contract/launch-fields.ts'
import { as, at, heeded, labels } from '../../kit/fields/sent-fields.ts'
import { callsToAction } from './cta.ts'
import type { launchFields, OwnAd } from './fields.ts'

/** What a pin shows is not told back. */
export function sentFields(ad: OwnAd): SentFields<typeof launchFields> {
  const address = at('destination_url', 'pin.link')
  return {
    ad: {
      adName: at('name'),
      type: heeded,
      launchPaused: at('status'),
      title: at('pin.title'),
      description: at('pin.description'),
      cta: as(callsToAction.buttonFor(ad.cta), 'customizable_cta_type'),
      link: address,
      urlTags: address,
      boardId: at('pin.board_id'),
      aiDisclosure: heeded,
    },
    media: { url: heeded, type: heeded, thumbnail: heeded, ...labels },
  }
}
