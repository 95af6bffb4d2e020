import type { SentFields } from '../../contract/launch-fields.ts'
import { as, at, heeded, labels, postFlags } from '../../kit/fields/sent-fields.ts'
import { showsPost } from './check-ad.ts'
import { callsToAction } from './cta.ts'
import type { launchFields, OwnAd } from './fields.ts'

const cards = 'post.content.carousel.cards'

export function sentFields(ad: OwnAd): SentFields<typeof launchFields> {
  const post = at('content.reference')
  const speaker = at('post.author', 'content.reference')
  const address = at('post.contentLandingPage', cards)
  return {
    ad: {
      adName: at('name'),
      type: heeded,
      launchPaused: at('intendedStatus'),
      title: at('post.content.media.title', cards),
      description: at('post.commentary'),
      cta: as(callsToAction.buttonFor(ad.cta), 'post.contentCallToActionLabel'),
      link: address,
      urlTags: address,
      organizationId: speaker,
      page: speaker,
      primaryName: null,
      postId: post,
      scalePostId: post,
    },
    media: {
      url: at('post.content.media.id', `${cards}.*.media.id`),
      type: heeded,
      thumbnail: null,
      effectiveStoryId: showsPost(ad) ? post : null,
      carouselTitle: at(`${cards}.*.media.title`),
      carouselLink: at(`${cards}.*.landingPage`),
      ...postFlags,
      ...labels,
    },
  }
}
