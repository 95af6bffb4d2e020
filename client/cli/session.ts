import { call } from '../src/call/call.ts'
import { openConnection } from '../src/call/connection.ts'
import { createFlightdeck } from '../src/flightdeck.ts'
import type { Flightdeck } from '../src/flightdeck.ts'
import { readProfiles, usualProfile } from './config/profiles.ts'
import type { Profile } from './config/profiles.ts'
import { CommandProblem, exitCodes } from './exit.ts'
import type { World } from './world.ts'

/** What every command takes that talks to a Flightdeck. */
export interface Whom {
  profile?: string
  url?: string
  /** What is said of writes that a restored backup does not know. */
  afterRestore?: 'new'
}

/** A Flightdeck that a command talks to. */
export interface Session {
  url: string
  flightdeck: Flightdeck
  /** Operations that the typed client of this version does not know. */
  ask: (method: string, path: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>
}

export async function openSession(world: World, whom: Whom): Promise<Session> {
  return sessionWith(world, await profileFor(world, whom), whom)
}

export function sessionWith(
  world: World,
  { url, key }: Profile,
  { afterRestore }: Pick<Whom, 'afterRestore'> = {},
): Session {
  const options = {
    baseUrl: url,
    key,
    ...(afterRestore ? { headers: { 'x-after-restore': afterRestore } } : {}),
    onRetry: ({ waitSeconds, error }: { waitSeconds: number; error: Error }) => {
      // Somebody who watches wonders otherwise why nothing happens.
      if (waitSeconds >= 2) world.stderr.write(`${error.message} Waiting ${Math.ceil(waitSeconds)} s.\n`)
    },
  }
  const { signal } = world
  const connection = openConnection(options)
  return {
    url,
    flightdeck: createFlightdeck(options),
    ask: async (method, path, input = {}) => {
      const operation = { method, path, ...(method === 'GET' ? {} : { keyed: true as const }) }
      return (await call(connection, operation, input, { signal })) as Record<string, unknown>
    },
  }
}

/** What was said on the command line wins over the environment, and that over what login kept. */
export async function profileFor(world: World, whom: Whom): Promise<Profile> {
  const { FLIGHTDECK_URL, FLIGHTDECK_KEY, FLIGHTDECK_PROFILE } = world.env
  const name = whom.profile ?? FLIGHTDECK_PROFILE ?? usualProfile
  const fromEnv = whom.profile === undefined
  const kept = (await readProfiles(world))[name]
  if (!kept && whom.profile !== undefined) {
    throw new CommandProblem(`There is no profile "${name}": flightdeck login --profile ${name}`, exitCodes.notAllowed)
  }
  const url = whom.url ?? (fromEnv ? FLIGHTDECK_URL : undefined) ?? kept?.url
  const key = (fromEnv ? FLIGHTDECK_KEY : undefined) ?? kept?.key
  if (url && key) return { url, key }
  throw new CommandProblem(
    `Which Flightdeck? \`flightdeck login\` keeps its address and a key; or set FLIGHTDECK_URL and FLIGHTDECK_KEY.`,
    exitCodes.notAllowed,
  )
}
