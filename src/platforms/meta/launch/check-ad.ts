import type { Issue } from '../../../errors.ts'
import type { OwnAd } from './fields.ts'
import { isWebAddress, webAddressRule } from '../../kit/web-address.ts'
import { maxTexts, variationsOf } from './creative/feed.ts'
import { callsToAction } from './cta.ts'
import { postIssues, strayPostIssues, showsExistingPost } from './post.ts'

const maxNameLength = 400

type Wrong = (path: string, message: string) => void

/** What this platform would refuse, or what would not do what the caller means, said before any call. */
export function checkAd(ad: OwnAd, path: string): Issue[] {
  const issues: Issue[] = []
  const wrong: Wrong = (field, message) => issues.push({ path: field, message })
  if (ad.adName.length > maxNameLength) wrong('adName', `is longer than ${maxNameLength} characters`)
  checkIdentity(ad, wrong)
  const ctaProblem = callsToAction.problemOf(ad.cta)
  if (ctaProblem) wrong('cta', ctaProblem)
  checkCardLinks(ad, wrong)
  checkVariations(ad, wrong)
  checkPromoCode(ad, wrong)
  checkPartnership(ad, wrong)
  checkDisclosure(ad, wrong)
  if (ad.scalePostId) issues.push(...postIssues(ad))
  else {
    issues.push(...strayPostIssues(ad))
    checkType(ad, wrong)
  }
  return issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
}

function checkIdentity(ad: OwnAd, wrong: Wrong): void {
  if (!ad.page) wrong('page', 'is required: the page that speaks in the ad (GET /v1/profiles lists them)')
  if (ad.secondary === undefined && !ad.scalePostId)
    wrong(
      'secondary',
      'is required: the Instagram account (GET /v1/profiles lists them), or null to let the page speak alone',
    )
  if (ad.secondary === null && ad.partnershipCode)
    wrong('secondary', 'is required: a partnership code is for an Instagram account')
  for (const field of ['page', 'secondary'] as const) {
    const value = ad[field]
    if (value && !isId(value)) wrong(field, 'must be an id made of digits')
  }
}

function isId(text: string): boolean {
  return /^\d{1,30}$/.test(text)
}

function checkType(ad: OwnAd, wrong: Wrong): void {
  if (ad.type === 'carousel') checkCards(ad, wrong)
  else if (!ad.link && !showsExistingPost(ad)) wrong('link', 'is required: where a click on the ad leads')
  if (ad.type === 'single' && ad.media.length > 1) {
    wrong('media', `a single ad has one media item, not ${ad.media.length}; use type multi, carousel or flexible`)
  }
  if (ad.type === 'multi') {
    if (ad.media.length === 1) wrong('media', 'a multi ad needs media of at least two different aspect ratios')
    if (!ad.description) wrong('description', 'is required for a multi ad')
  }
}

function checkCards(ad: OwnAd, wrong: Wrong): void {
  const { media } = ad
  if (media.length === 1 || media.length > 10) wrong('media', `a carousel has 2 to 10 cards, not ${media.length}`)
  media.forEach(({ carouselTitle }, index) => {
    if (!carouselTitle?.trim()) wrong(`media.${index}.carouselTitle`, 'is required on every card of a carousel')
  })
  if (!ad.link && media.some(({ carouselLink }) => !carouselLink))
    wrong('link', 'is required unless every card has a carouselLink')
}

function checkCardLinks({ media }: OwnAd, wrong: Wrong): void {
  media.forEach(({ carouselLink }, index) => {
    if (carouselLink && !isWebAddress(carouselLink)) wrong(`media.${index}.carouselLink`, webAddressRule)
  })
}

function checkVariations(ad: OwnAd, wrong: Wrong): void {
  for (const field of ['headlineVariations', 'bodyVariations'] as const) {
    const count = variationsOf(ad[field]).length
    if (count > 0 && ad.type !== 'flexible') wrong(field, 'is for flexible ads only')
    else if (count > maxTexts) wrong(field, `holds ${count} different texts; at most ${maxTexts} are possible`)
  }
}

function checkPromoCode({ promoCode }: OwnAd, wrong: Wrong): void {
  if (!promoCode) return
  if (!/^[A-Za-z0-9_-]+$/.test(promoCode)) wrong('promoCode', 'may hold letters, digits, dashes and underscores only')
  if ((promoCode.match(/[A-Za-z]/g) ?? []).length < 2) wrong('promoCode', 'must hold at least 2 letters')
}

function checkDisclosure({ aiDisclosure: said, aiMediaSelfDisclosure: also }: OwnAd, wrong: Wrong): void {
  if (said !== undefined && also !== undefined && said !== also)
    wrong('aiMediaSelfDisclosure', 'and aiDisclosure mean the same, and say different things: give one of them')
}

function checkPartnership(ad: OwnAd, wrong: Wrong): void {
  const { partnershipCode: code, partnershipAd } = ad
  if (code && ad.type !== 'partnershipCode' && !ad.scalePostId)
    wrong('type', `an ad with a partnershipCode has the type partnershipCode, not ${ad.type}; the type may be left out`)
  if (!code && ad.type === 'partnershipCode') wrong('partnershipCode', 'is required for an ad of type partnershipCode')
  if (code && !/^adcode-\S+$/.test(code) && !/^\S{16,}$/.test(code))
    wrong('partnershipCode', 'must start with adcode- or be a code of at least 16 characters')
  if (!partnershipAd) return
  if (code) wrong('partnershipAd', 'and partnershipCode exclude each other')
  if (!partnershipAd.creatorId && !partnershipAd.creatorPageId)
    wrong('partnershipAd', 'needs a creatorId, a creatorPageId or both')
  for (const field of ['creatorId', 'creatorPageId'] as const) {
    const value = partnershipAd[field]
    if (value && !isId(value)) wrong(`partnershipAd.${field}`, 'must be an id made of digits')
  }
}
