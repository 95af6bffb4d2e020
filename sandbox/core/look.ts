import type { AdStatus } from './ad-status.ts'

export type LookLevel = 'campaigns' | 'groups' | 'ads'

/** What a simulator shows to people: the same shape for every platform, so that the pages know none by name. */
export interface Look {
  /** The platform's name, as people say it. */
  title: string
  /** What its levels are called, from the top. A platform may have no level between campaigns and ads. */
  levels: { level: LookLevel; one: string; many: string }[]
  accounts(): LookAccount[]
  /** Everything of one level in an account, in the order in which it was made; no account, no rows. */
  rows(level: LookLevel, accountId: string): LookRow[]
  /** What else there is to say about one of the rows. */
  facts(level: LookLevel, row: LookRow, accountId: string): LookFact[]
  /** What an ad shows. */
  creative(ad: LookRow, accountId: string): LookCreative | undefined
  /** A picture by the name that a creative gave it. */
  picture(name: string): LookPicture | undefined
}

export interface LookAccount {
  id: string
  name: string
  currency: string
  tenant: string
}

export interface LookRow {
  id: string
  name: string
  /** Of the row itself, or gone with what it belongs to. */
  status: AdStatus
  /** What it belongs to, one level up; nothing for the top. */
  parentIds: string[]
  /** Milliseconds. */
  created: number
  updated: number
}

export type LookFact = [label: string, value: string]

export interface LookCreative {
  /** Who speaks. */
  advertiser: string
  text: string
  headline: string
  description: string
  /** As the platform calls it: `SHOP_NOW`. */
  callToAction: string
  link: string
  media: LookMedia[]
  /** Where it would appear, by the form that it has there, and with media of its own if it has any there. */
  places: { form: LookForm; title: string; media?: LookMedia[] }[]
  /** What the platform keeps of it. */
  stored: unknown
}

/**
 * feed: words, picture, bar with the link. social: picture first, words below. story: the picture fills the screen.
 * pin: a picture with a title. search: words alone. fullscreen: what covers an app until it is closed.
 */
export type LookForm = 'feed' | 'social' | 'story' | 'pin' | 'search' | 'fullscreen'

export interface LookMedia {
  kind: 'image' | 'video' | 'document'
  /** For `picture()`; null: nothing can be shown. */
  picture: string | null
  width: number
  height: number
  /** Of a card among several. */
  title?: string
  link?: string
}

export interface LookPicture {
  /** The bytes, where they were kept; else something is drawn. */
  kept?: KeptPicture
  width: number
  height: number
}

/** Bytes of a picture as they were uploaded, or a smaller version of them. */
export interface KeptPicture {
  type: string
  base64: string
}

/** An amount for people: `$1,250.00`, `¥5,000`. */
export function moneyText(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}

export function factsOf(facts: Record<string, unknown>): LookFact[] {
  return Object.entries(facts).flatMap(([label, value]): LookFact[] =>
    typeof value === 'string' && value !== '' ? [[label, value]] : [],
  )
}

/** `WEB_CONVERSION` as `Web conversion`. */
export function plainWord(word: unknown): string {
  if (typeof word !== 'string' || word === '') return ''
  const text = word.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
