import { z } from 'zod'
import type { PlatformSetting } from '../contract/platform.ts'

/** The name of the creative feature that says that an ad's media were made with AI. */
const aiDisclosure: PlatformSetting = {
  default: 'ai_media_self_disclosure',
  about: 'creative feature that aiMediaSelfDisclosure opts in to on the primary platform, whose name is not public',
  schema: z.string().regex(/^[a-z0-9_]{1,100}$/, 'must be made of small letters, digits and underscores'),
}

export const settings = { AI_DISCLOSURE_FEATURE: aiDisclosure }

export function aiDisclosureFeature(given: Readonly<Record<string, string>>): string {
  return given.AI_DISCLOSURE_FEATURE ?? aiDisclosure.default
}
