import { asWord } from '../../closed-words.ts'
import { z } from 'zod'
import { RequestedEnhancements } from './enhancements.ts'

/** Of accounts, what lies in them, and who speaks. Posts of one number are of several kinds: their URN is their id. */
const numberedUrn = /^urn:\w+:(?:sponsored[A-Za-z]+|organization):(\d{1,19})$/

/** An id as it is answered everywhere: where a platform also writes it as a URN, the number at the end. */
export function plainId(id: string): string {
  return numberedUrn.exec(id)?.[1] ?? id
}

/** An id that always comes as text, in an address, say. */
export const TextId = z.string().trim().min(1).max(200).overwrite(plainId)

/** An id of a platform. Always text; a number is taken too, and one too large to be exact has come as text already. */
export const PlatformId = z
  .union([z.string().trim().min(1).max(200), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform((id) => plainId(String(id)))

/** Real clients send an empty string for what they leave to the defaults. */
export const IdOrEmpty = z.union([PlatformId, z.literal('')])

export const text = (max: number) => z.string().max(max)

/**
 * What becomes of a field that is given for a platform which makes no use of it. refused: without it the ad would not be
 * what was asked for; warned: it is made without, and the caller is told; ignored: nothing is lost.
 */
export type Elsewhere = 'refused' | 'warned' | 'ignored'

/** A field of an ad, or of one of its media, as the platforms that use it declare it. */
export interface LaunchField<S extends z.ZodType = z.ZodType> {
  schema: S
  /** What it is, in sentences. Which platforms it is for follows from who declares it. */
  about: string
  elsewhere: Elsewhere
  /** A shared field that it is another word for: on platforms without this one, what is given here is that, where that is empty. */
  otherwise?: keyof typeof sharedFields.ad
}

export type FieldSet = Readonly<Record<string, LaunchField>>

/** What a platform takes beyond what all do. */
export interface LaunchFields {
  ad?: FieldSet
  media?: FieldSet
}

export function field<S extends z.ZodType>(schema: S, elsewhere: Elsewhere, about: string): LaunchField<S> {
  return { schema, elsewhere, about }
}

/** Names that a platform may use: those that all share and its own. */
export type LaunchFieldName<F extends LaunchFields> = keyof typeof sharedFields.ad | keyof F['ad'] | keyof F['media']

/** The values of declared fields: each may be left out. */
export type ValuesOf<F extends FieldSet | undefined> = F extends FieldSet
  ? { [Name in keyof F]?: z.output<F[Name]['schema']> }
  : unknown

/** Fields that mean the same on every platform. Not every ad is made of all of them: `Platform.usedFields` tells. */
export const sharedFields = {
  ad: {
    title: field(text(2000), 'warned', 'Headline.'),
    description: field(text(10_000), 'warned', 'Primary text.'),
    cta: field(text(100).overwrite(asWord), 'warned', 'Call to action, such as LEARN_MORE or SHOP_NOW.'),
    link: field(text(4000), 'warned', 'Where a click leads.'),
    urlTags: field(text(4000), 'warned', 'Parameters that are added to the link, such as utm_source=spring.'),
    enhancements: field(
      RequestedEnhancements,
      'ignored',
      'What the platform may change: off (default), platform (it decides), or names with on.',
    ),
  },
  media: {
    adCopyDescription: field(text(5000), 'warned', 'A note about the text beside this file. No ad is made of it.'),
    platform: field(text(100), 'ignored', 'Where the file came from. Nothing depends on it.'),
  },
} satisfies LaunchFields

/** How a field of an ad is sent. */
export interface SentField {
  /** Where it may stand in what a receipt compares, with dots between the parts; * is the number of a medium. Empty: it is not told back. */
  at: readonly string[]
  /** The platform's word for it, where the caller's own is not sent; null: it has none. */
  as?: string | null
  /** What decides whether it is sent, where that is only known when the ad is made. */
  depends?: string
}

/** What all ads have, apart from what core alone makes use of. */
type CommonName = 'adName' | 'type' | 'launchPaused'
type CommonMediaName = 'url' | 'type' | 'thumbnail'

/** Every field that an ad can have on a platform; null: no ad is made of it. A field that is forgotten does not compile. */
export interface SentFields<F extends LaunchFields> {
  ad: Record<CommonName | Exclude<keyof typeof sharedFields.ad, 'enhancements'> | keyof F['ad'], SentField | null>
  media: Record<CommonMediaName | keyof typeof sharedFields.media | keyof F['media'], SentField | null>
}
