import { z } from 'zod'
import type { PlatformSetting } from '../contract/platform.ts'

const none = 'none'

/** The platform lets advertisers disclose AI content in ads since June 2026; what the field is called is not in its public description. */
const aiDisclosure: PlatformSetting = {
  default: none,
  about: `field of an ad that aiDisclosure is sent as on pinterest, whose name is not public; ${none}: such ads are refused`,
  schema: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/, 'must be made of small letters, digits and underscores'),
}

const settingName = 'PINTEREST_AI_DISCLOSURE_FIELD'
export const settings = { [settingName]: aiDisclosure }

/** null: no name is known. */
export function disclosureField(given: Readonly<Record<string, string>>): string | null {
  const name = given[settingName] ?? none
  return name === none ? null : name
}

export const noDisclosureField = `is not possible yet: the platform has published no name for it. Where you know it, set ${settingName}`
