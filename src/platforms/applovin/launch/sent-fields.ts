import type { SentFields } from '../../contract/launch-fields.ts'
import { at, heeded, labels } from '../../kit/fields/sent-fields.ts'
import type { launchFields } from './fields.ts'

export function sentFields(): SentFields<typeof launchFields> {
  const address = {
    ...at('creative_set_url'),
    depends: 'only in a campaign of a website: an app leads to its store page',
  }
  return {
    ad: {
      adName: at('name'),
      type: heeded,
      launchPaused: at('status'),
      title: null,
      description: null,
      cta: null,
      link: address,
      urlTags: address,
    },
    media: { url: at('assets'), type: heeded, thumbnail: null, ...labels },
  }
}
