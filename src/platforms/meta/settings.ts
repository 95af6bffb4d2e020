import { z } from 'zod'
import type { PlatformSetting } from '../contract/platform.ts'

/** The name of the creative feature that says that an ad's media were made with AI. */
const aiDisclosure: PlatformSetting = {
  default: 'ai_media_self_disclosure',
  about:
    'creative feature that aiDisclosure and aiMediaSelfDisclosure opt in to on the primary platform, whose name is not public',
  schema: z.string().regex(/^[a-z0-9_]{1,100}$/, 'must be made of small letters, digits and underscores'),
}

const left = 'none'

/** Whether the platform knows a destination of ad sets for calls is not certain: without one, their goal says what they are for. */
const callDestinationType: PlatformSetting = {
  default: left,
  about: `destination_type that is sent for ad sets with the destinationType PHONE_CALL on the primary platform, such as PHONE_CALL; ${left}: it is left out`,
  schema: z.string().regex(/^(none|[A-Z_]{1,60})$/, `must be ${left}, or a word of capital letters such as PHONE_CALL`),
}

export const settings = { AI_DISCLOSURE_FEATURE: aiDisclosure, CALL_DESTINATION_TYPE: callDestinationType }

/** The platform's word; null: none is sent. */
export function callDestination({
  CALL_DESTINATION_TYPE: word = left,
}: Readonly<Record<string, string>>): string | null {
  return word === left ? null : word
}

export function aiDisclosureFeature(given: Readonly<Record<string, string>>): string {
  return given.AI_DISCLOSURE_FEATURE ?? aiDisclosure.default
}
