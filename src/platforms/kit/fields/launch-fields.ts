import { z } from 'zod'
import { field, IdOrEmpty, text } from '../../contract/launch-fields.ts'

/** Fields that several platforms use, each for its own: one form for all, and each says what it is there. */

const name = text(500)
const flag = z.boolean()
const storyId = text(200)
const cardTitle = text(1000)
const cardLink = text(4000)
const cardIndex = z.number().int()

export const page = (about: string) => field(IdOrEmpty, 'warned', about)
export const primaryName = (about: string) => field(name, 'ignored', about)

/** An ad that shows a post which exists already: the switch, and what its media say about the post. */
export const scalePostId = (about: string) => field(flag, 'refused', about)

/** Whether media were made with AI: what each platform calls it is the driver's to say. */
export const aiDisclosure = (about: string) =>
  field(flag, 'refused', `true: the media were made or altered with AI; false: not. ${about}`)

const bodies = z.array(text(10_000)).max(50)

/** Texts that take turns in an ad of several media. */
export const bodyVariations = (about: string) => field(bodies, 'refused', about)

const postFlag = 'true where the post in effectiveStoryId is shown.'

export const postFields = (about: string) => ({
  effectiveStoryId: field(storyId, 'ignored', about),
  existingAd: field(flag, 'ignored', postFlag),
  existingPrimaryAd: field(flag, 'ignored', postFlag),
  isExistingPost: field(flag, 'ignored', postFlag),
})

export const cardFields = {
  carouselTitle: (about: string) => field(cardTitle, 'warned', about),
  carouselLink: (about: string) => field(cardLink, 'warned', about),
  carouselIndex: field(cardIndex, 'ignored', 'A label: cards are shown in the order of media.'),
}
