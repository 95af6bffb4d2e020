import type { Platform } from '../../../platforms/contract/platform.ts'
import { speakers } from '../../launch-defaults/fields.ts'
import type { LaunchDefaults } from '../../launch-defaults/launch-defaults.ts'

/** A default names what several platforms have: each takes its own. */
export function knownTo(driver: Platform | null, defaults: LaunchDefaults): LaunchDefaults {
  if (!driver) return defaults
  const declared = driver.launchFields?.ad ?? {}
  const others = speakers.filter((name) => !Object.hasOwn(declared, name)).map((name) => [name, undefined])
  return { ...defaults, ...(Object.fromEntries(others) as LaunchDefaults), ...ownEnhancements(driver, defaults) }
}

function ownEnhancements({ enhancements = {} }: Platform, { enhancements: asked }: LaunchDefaults): LaunchDefaults {
  if (typeof asked !== 'object') return {}
  const own = Object.entries(asked).filter(([name]) => Object.hasOwn(enhancements, name))
  return { enhancements: Object.fromEntries(own) }
}
