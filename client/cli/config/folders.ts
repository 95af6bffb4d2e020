import { join } from 'node:path'
import type { World } from '../world.ts'

const name = 'flightdeck'

/** The user's own folder for settings, where their system keeps such. */
export function configFolder({ env, home, platform }: World): string {
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, name)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name)
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), name)
  return join(home, '.config', name)
}
