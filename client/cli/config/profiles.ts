import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandProblem } from '../exit.ts'
import type { World } from '../world.ts'
import { configFolder } from './folders.ts'

/** A Flightdeck, and the key that opens it. */
export interface Profile {
  url: string
  key: string
}

type Profiles = Record<string, Profile>

export const usualProfile = 'default'

export function configFile(world: World): string {
  return join(configFolder(world), 'config.json')
}

export async function readProfiles(world: World): Promise<Profiles> {
  const file = configFile(world)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new CommandProblem(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  await warnIfOpen(world, file)
  return profilesIn(text, file)
}

/** Keys belong to their user: a file that others may read is said so. */
async function warnIfOpen({ platform, stderr }: World, file: string): Promise<void> {
  if (platform === 'win32' || ((await stat(file)).mode & 0o077) === 0) return
  stderr.write(`${file} can be read by other users of this machine. Mend it: chmod 600 ${file}\n`)
}

function profilesIn(text: string, file: string): Profiles {
  const broken = new CommandProblem(`${file} is not what \`flightdeck login\` writes. Remove it and log in again.`)
  try {
    const { profiles } = JSON.parse(text) as { profiles?: Profiles }
    if (typeof profiles !== 'object') throw broken
    return profiles
  } catch {
    throw broken
  }
}

export async function keepProfile(world: World, name: string, profile: Profile): Promise<void> {
  await writeProfiles(world, { ...(await readProfiles(world)), [name]: profile })
}

/** Answers whether there was one. */
export async function forgetProfile(world: World, name: string): Promise<boolean> {
  const { [name]: forgotten, ...others } = await readProfiles(world)
  if (!forgotten) return false
  if (Object.keys(others).length === 0) await rm(configFile(world))
  else await writeProfiles(world, others)
  return true
}

/** Whole or not at all, and never readable by others, not even for a moment. */
async function writeProfiles(world: World, profiles: Profiles): Promise<void> {
  const folder = configFolder(world)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const unfinished = join(folder, `config.${process.pid}.tmp`)
  await writeFile(unfinished, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, configFile(world))
}
