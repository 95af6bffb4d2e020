// Made by `npm run client` from the schema of a launch. Do not edit.

import { buttons } from './buttons.gen.ts'

export interface LaunchField {
  name: string
  /** named: one of the words, or names that are true. */
  kind: 'text' | 'id' | 'flag' | 'number' | 'list' | 'named'
  about: string
  /** The words that it takes, where the list is closed. */
  words?: readonly string[]
  /** The platforms that have it; absent: all. */
  platforms?: readonly string[]
  /** The field of all platforms that it is on the others, where that one is empty. */
  otherwise?: string
}

export const adFields: readonly LaunchField[] = [
  { name: 'adName', kind: 'text', about: 'Name of the ad.' },
  { name: 'adAccountId', kind: 'id', about: 'The ad account it is launched in; GET /v1/adaccounts lists them.' },
  { name: 'adAccountType', kind: 'text', about: 'Found from the account when left out.' },
  { name: 'workspaceId', kind: 'id', about: 'The workspace of the ad account.' },
  { name: 'clientRef', kind: 'text', about: 'Your own name for this ad, unique in the launch.' },
  {
    name: 'type',
    kind: 'text',
    words: ['single', 'multi', 'carousel', 'flexible', 'partnershipCode'],
    about:
      'single when left out: one media item, or several pictures where a platform makes them the cards of one ad. multi: one media item per aspect ratio, two at least. carousel: cards in the order of media. flexible: any media, with headlineVariations and bodyVariations. partnershipCode: set by itself when a partnershipCode is given. single is possible on primary, pinterest, snapchat, tiktok, linkedin, applovin; multi is possible on primary; carousel is possible on primary, tiktok; flexible is possible on primary, tiktok; partnershipCode is possible on primary.',
  },
  { name: 'adSets', kind: 'list', about: 'The ad sets: an ad is made in each of them; GET /v1/adsets lists them.' },
  { name: 'media', kind: 'list', about: 'Its pictures and videos; none for an existing post.' },
  { name: 'launchPaused', kind: 'flag', about: 'The ad is made, and not shown yet.' },
  { name: 'status', kind: 'text', words: ['ACTIVE', 'PAUSED'], about: 'PAUSED: as launchPaused.' },
  { name: 'title', kind: 'text', about: 'Headline.' },
  { name: 'description', kind: 'text', about: 'Primary text.' },
  { name: 'cta', kind: 'text', about: 'Call to action, such as LEARN_MORE or SHOP_NOW.', words: buttons },
  { name: 'link', kind: 'text', about: 'Where a click leads.' },
  { name: 'urlTags', kind: 'text', about: 'Parameters that are added to the link, such as utm_source=spring.' },
  {
    name: 'enhancements',
    kind: 'named',
    words: ['off', 'platform'],
    about: 'What the platform may change: off (default), platform (it decides), or names with on.',
  },
  {
    name: 'page',
    kind: 'id',
    about:
      'On primary: The page that speaks in the ad; GET /v1/profiles lists them. On snapchat: The public profile, where profileId is left out. On linkedin: The same as organizationId.',
    platforms: ['primary', 'snapchat', 'linkedin'],
  },
  {
    name: 'primaryName',
    kind: 'text',
    about:
      'On primary: Display name of the page. On snapchat: Who advertises, where brandName is left out. On linkedin: Display name of the organization.',
    platforms: ['primary', 'snapchat', 'linkedin'],
  },
  {
    name: 'secondary',
    kind: 'id',
    about:
      'On primary: Profile on the secondary network; GET /v1/profiles lists them. null: the page speaks alone, for advertisers who have none.',
    platforms: ['primary'],
  },
  { name: 'secondaryName', kind: 'text', about: 'On primary: Display name of that profile.', platforms: ['primary'] },
  { name: 'adDescription', kind: 'text', about: 'On primary: The line below the headline.', platforms: ['primary'] },
  {
    name: 'headlineVariations',
    kind: 'list',
    about: 'On primary: Headlines of a flexible ad; the title when left out.',
    platforms: ['primary'],
  },
  {
    name: 'bodyVariations',
    kind: 'list',
    about:
      'On primary: Primary texts of a flexible ad; the description when left out. On tiktok: Texts of a flexible ad, at most 5; the description when left out.',
    platforms: ['primary', 'tiktok'],
  },
  {
    name: 'promoCode',
    kind: 'text',
    about: 'On primary: A code that buyers enter: letters, digits, dashes and underscores, with at least 2 letters.',
    platforms: ['primary'],
  },
  {
    name: 'aiDisclosure',
    kind: 'flag',
    about:
      'On primary: true: the media were made or altered with AI; false: not. Opts in to the AI self-disclosure of the creative. On pinterest: true: the media were made or altered with AI; false: not. The platform has published no name for it: the setting PINTEREST_AI_DISCLOSURE_FIELD gives the one that is sent. On tiktok: true: the media were made or altered with AI; false: not. Labels the ad as AI-generated.',
    platforms: ['primary', 'pinterest', 'tiktok'],
  },
  {
    name: 'aiMediaSelfDisclosure',
    kind: 'flag',
    about: 'On primary: The same as aiDisclosure.',
    platforms: ['primary'],
  },
  {
    name: 'scalePostId',
    kind: 'flag',
    about:
      'On primary: Boost the post in media[0].effectiveStoryId, whose three existing-post flags are true. On linkedin: Sponsor the post in media[0].effectiveStoryId: the same as postId.',
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'partnershipCode',
    kind: 'text',
    about:
      'On primary: A code from a creator for an ad with their post: starts with adcode-, or has 16 or more characters.',
    platforms: ['primary'],
  },
  { name: 'partnershipAd.creatorId', kind: 'id', about: 'Id of that profile.', platforms: ['primary'] },
  { name: 'partnershipAd.creatorPageId', kind: 'id', about: 'Id of that page.', platforms: ['primary'] },
  {
    name: 'boardId',
    kind: 'id',
    about: 'On pinterest: The board of the pin; GET /v1/pinterest/boards lists them.',
    platforms: ['pinterest'],
  },
  {
    name: 'headline',
    kind: 'text',
    about:
      'On snapchat: Headline: at most 34 characters; the title when left out. On other platforms it is the title, where that is empty.',
    platforms: ['snapchat'],
    otherwise: 'title',
  },
  {
    name: 'brandName',
    kind: 'text',
    about: 'On snapchat: Who advertises: at most 32 characters; primaryName when left out.',
    platforms: ['snapchat'],
  },
  {
    name: 'profileId',
    kind: 'id',
    about: 'On snapchat: Public profile that speaks in the ad; page when left out.',
    platforms: ['snapchat'],
  },
  {
    name: 'snapAdType',
    kind: 'text',
    about: 'On snapchat: Kind of creative: WEB_VIEW (with a link) or SNAP_AD (without).',
    platforms: ['snapchat'],
  },
  {
    name: 'identityId',
    kind: 'id',
    about: 'On tiktok: Who speaks in the ad; GET /v1/tiktok/identities lists them.',
    platforms: ['tiktok'],
  },
  {
    name: 'identityType',
    kind: 'text',
    about: 'On tiktok: Kind of the identity; found from identityId when left out.',
    platforms: ['tiktok'],
  },
  {
    name: 'sparkPostId',
    kind: 'id',
    about: 'On tiktok: Show this post of the identity instead of media.',
    platforms: ['tiktok'],
  },
  {
    name: 'sparkCode',
    kind: 'text',
    about: 'On tiktok: Authorization code of a creator’s post, to show it instead of media.',
    platforms: ['tiktok'],
  },
  {
    name: 'organizationId',
    kind: 'id',
    about:
      'On linkedin: The organization that speaks in the ad; that of the ad set when left out. GET /v1/profiles lists them.',
    platforms: ['linkedin'],
  },
  {
    name: 'postId',
    kind: 'id',
    about: 'On linkedin: Sponsor this post of the organization instead of media; GET /v1/linkedin/posts lists them.',
    platforms: ['linkedin'],
  },
]

export const mediaFields: readonly LaunchField[] = [
  { name: 'url', kind: 'text', about: 'Where the file is, such as an address from an upload.' },
  {
    name: 'type',
    kind: 'text',
    words: ['image', 'video', 'document'],
    about:
      'Found from the file when left out. A WebP picture is sent as a JPEG, or as a PNG where it is transparent. A document (PDF) is possible on linkedin.',
  },
  { name: 'thumbnail', kind: 'text', about: 'Preview picture of a video.' },
  { name: 'adCopyDescription', kind: 'text', about: 'A note about the text beside this file. No ad is made of it.' },
  { name: 'platform', kind: 'text', about: 'Where the file came from. Nothing depends on it.' },
  {
    name: 'effectiveStoryId',
    kind: 'text',
    about: 'On primary: {page_id}_{post_id}, for boosting a post. On linkedin: The post to sponsor, as its URN.',
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'existingAd',
    kind: 'flag',
    about: 'On primary and linkedin: true where the post in effectiveStoryId is shown.',
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'existingPrimaryAd',
    kind: 'flag',
    about: 'On primary and linkedin: true where the post in effectiveStoryId is shown.',
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'isExistingPost',
    kind: 'flag',
    about: 'On primary and linkedin: true where the post in effectiveStoryId is shown.',
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'carouselTitle',
    kind: 'text',
    about:
      "On primary: Headline of the card: required in a carousel. On linkedin: Headline of the card; the ad's title when left out.",
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'carouselDescription',
    kind: 'text',
    about: 'On primary: The line below the headline of the card.',
    platforms: ['primary'],
  },
  {
    name: 'carouselLink',
    kind: 'text',
    about: "On primary and linkedin: Where a click on the card leads; the ad's link when left out.",
    platforms: ['primary', 'linkedin'],
  },
  {
    name: 'carouselIndex',
    kind: 'number',
    about: 'On primary and linkedin: A label: cards are shown in the order of media.',
    platforms: ['primary', 'linkedin'],
  },
]
