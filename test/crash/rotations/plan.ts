import type { Plant } from '../../support/plant.ts'

/** What a platform's simulator is told about tokens. */
interface TokenFixture {
  sandbox: string
  tokenPath: string
  /** The setting of how long a token lives, and how long it usually does. */
  lives: string
  usualSeconds: number
}

export const fixtures: Record<string, TokenFixture> = {
  pin: { sandbox: 'pinterest', tokenPath: '/oauth/token$', lives: 'accessSeconds', usualSeconds: 2_592_000 },
  'professional-network': {
    ...{ sandbox: 'linkedin', tokenPath: '/oauth/v2/accessToken$' },
    ...{ lives: 'tokenSeconds', usualSeconds: 5_184_000 },
  },
}

/** Around a renewal, in the order in which they come. `at-use`: the first request with the new token is about to leave. */
const moments = ['before-send', 'after-send', 'after-answer', 'at-use'] as const

export interface Planned {
  platform: string
  /** What becomes of what the platform was asked with. */
  old: 'lives' | 'dies'
  /** Who renews, and dies of it. */
  victim: 'worker' | 'api'
  /** Why: the token is refused, or ends soon. */
  cause: 'refused' | 'ahead'
  moment: (typeof moments)[number]
  /** For so long it lives on after that moment. */
  delayMs: number
}

/** As many on each platform; what dies is played twice as often as what lives, where the simulator has both. */
const rotating = [
  { platform: 'pin', old: 'dies' },
  { platform: 'professional-network', old: 'lives' },
  { platform: 'pin', old: 'lives' },
  { platform: 'professional-network', old: 'lives' },
  { platform: 'pin', old: 'dies' },
  { platform: 'professional-network', old: 'lives' },
] as const
const renewers = [
  { victim: 'worker', cause: 'refused' },
  { victim: 'api', cause: 'refused' },
  { victim: 'worker', cause: 'refused' },
  { victim: 'worker', cause: 'ahead' },
] as const
/** About as long as it takes to store an answer. */
const storingMs = 12

/** One platform after the other: each has a stage of its own. */
export function planKills(kills: number, random: () => number): Planned[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  return Array.from({ length: kills }, (_, kill): Planned => {
    const moment = pick(moments)
    const delayMs = moment === 'after-answer' && random() < 0.7 ? 1 + Math.floor(random() * storingMs) : 0
    return { ...rotating[kill % rotating.length]!, ...pick(renewers), moment, delayMs }
  }).sort((one, other) => one.platform.localeCompare(other.platform))
}

/** Mistakes that the kills must find. */
export const plants: Plant[] = [
  {
    name: 'a token is used before it is stored',
    file: 'core/connections/renewal/renew.ts',
    find: 'return await store(seal, trx, platform, { found, fresh: await ask(found.credentials) })',
    replace: `const fresh = await ask(found.credentials)
    setTimeout(() => void db.transaction().execute((later) => store(seal, later, platform, { found, fresh })), 50)
    return { ...fresh, sealed: found.row.sealed_credentials }`,
  },
  {
    name: 'a renewal leaves no note',
    file: 'core/connections/renewal/renew.ts',
    find: 'await noteAttempt(db, row)\n',
    replace: '',
  },
  {
    name: 'a connection that is lost is not told to be broken',
    file: 'core/connections/renewal/refusal.ts',
    find: "const state = livesUntil ? 'expiring' : 'broken'",
    replace: "const state = livesUntil ? 'expiring' : 'ok'",
  },
]
