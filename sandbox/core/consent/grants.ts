import { createHash, randomBytes } from 'node:crypto'
import type { Collection } from '../collection.ts'
import type { SimContext } from '../simulator.ts'
import { tenantOfToken } from '../tenants.ts'
import type { PersonId } from './people.ts'

/** What a person granted to an app. */
export interface Grant {
  id: string
  app: string
  tenant: string
  person: PersonId
  scopes: string[]
  /** Asked for and left out. */
  declined: string[]
  /** null: every account of the company. */
  accounts: string[] | null
  created: number
  isRevoked: boolean
}

interface Code {
  grant: string
  app: string
  redirectUri: string
  challenge: Challenge | null
  /** Whether a refresh token was asked for. */
  isOffline: boolean
  /** Whether everything was asked for anew. */
  isForced: boolean
  ends: number
  isUsed: boolean
}

export interface Challenge {
  value: string
  method: 'S256' | 'plain'
}

type Kind = 'access' | 'refresh'

interface Token {
  grant: string
  kind: Kind
  created: number
  /** Milliseconds; null: never. */
  ends: number | null
  isRevoked: boolean
}

/** A token with what it stands for. */
export interface HeldToken extends Token {
  token: string
  owner: Grant
  state: 'good' | 'expired' | 'revoked'
}

interface Demo {
  access: 'good' | 'expired' | 'revoked'
  refresh: 'good' | 'revoked'
}

/** The tokens that come with the sandbox: nobody consented to them. */
export interface DemoTokens {
  access: string
  refresh?: string
  app: string
  scopes: () => string[]
  /** When the access token ends, in milliseconds; absent or null: never. */
  ends?(): number | null
}

interface NewCode {
  grant: Grant
  beginning: string
  redirectUri: string
  challenge: Challenge | null
  isOffline: boolean
  isForced: boolean
  seconds: number
}

interface NewToken {
  kind: Kind
  beginning: string
  /** null: for ever. */
  ends: number | null
}

interface Exchange {
  app: string
  /** null: the platform does not ask for it again. */
  redirectUri: unknown
  verifier: unknown
}

export type Redeemed =
  | { kind: 'good'; grant: Grant; isOffline: boolean; isForced: boolean }
  | { kind: 'unknown' | 'used' | 'expired' | 'redirect' | 'app' | 'verifier' }

const keptCodeMs = 86_400_000
const demoId = 'demo'

/** What people granted on one platform, with the codes and tokens that came of it. */
export class Grants {
  readonly #store: SimContext['store']
  readonly #now: () => number
  readonly #platform: string
  readonly #shipped: DemoTokens
  readonly #grants: Collection<Grant>
  readonly #codes: Collection<Code>
  readonly #tokens: Collection<Token>
  readonly #demo: Collection<Demo>

  constructor({ store, clock }: SimContext, platform: string, shipped: DemoTokens) {
    this.#store = store
    this.#now = () => clock.now()
    this.#platform = platform
    this.#shipped = shipped
    this.#grants = store.collection(`${platform}.grants`)
    this.#codes = store.collection(`${platform}.consentCodes`)
    this.#tokens = store.collection(`${platform}.consentTokens`)
    this.#demo = store.collection(`${platform}.demoTokens`)
  }

  find(token: string, kind: Kind): HeldToken | undefined {
    const shipped = this.#findShipped(token, kind)
    if (shipped) return shipped
    const known = this.#tokens.get(token)
    const owner = known?.kind === kind ? this.#ownerOf(known.grant) : undefined
    return known && owner && this.#held(token, known, owner)
  }

  #findShipped(token: string, kind: Kind): HeldToken | undefined {
    const beginning = kind === 'access' ? this.#shipped.access : this.#shipped.refresh
    const tenant = beginning === undefined ? undefined : tenantOfToken(token, beginning)
    if (tenant === undefined) return undefined
    const owner = this.#shippedGrant(tenant)
    const state = this.#stateOfDemo()[kind]
    const lives = kind === 'access' ? (this.#shipped.ends?.() ?? null) : null
    const isRevoked = state === 'revoked' || this.#tokens.get(token)?.isRevoked === true
    return this.#held(
      token,
      { grant: owner.id, kind, created: 0, ends: state === 'expired' ? 0 : lives, isRevoked },
      owner,
    )
  }

  /** What the company's demo tokens open, as if somebody had agreed to everything. */
  #shippedGrant(tenant: string): Grant {
    const id = `${demoId}.${tenant}`
    const { app, scopes } = this.#shipped
    const base = { id, app, tenant, person: 'owner' as const, declined: [], accounts: null, created: 0 }
    return { ...base, scopes: scopes(), isRevoked: this.#grants.get(id)?.isRevoked ?? false }
  }

  #stateOfDemo(): Demo {
    return this.#demo.get(demoId) ?? { access: 'good', refresh: 'good' }
  }

  #held(token: string, fields: Token, owner: Grant): HeldToken {
    const isOver = fields.ends !== null && this.#now() >= fields.ends
    const state = fields.isRevoked || owner.isRevoked ? 'revoked' : isOver ? 'expired' : 'good'
    return { ...fields, token, owner, state }
  }

  #ownerOf(id: string): Grant | undefined {
    return id.startsWith(`${demoId}.`) ? this.#shippedGrant(id.slice(demoId.length + 1)) : this.#grants.get(id)
  }

  grant(fields: Omit<Grant, 'id' | 'created' | 'isRevoked'>): Grant {
    const id = String(this.#store.nextNumber(`${this.#platform}.grants`))
    return this.#grants.put(id, { ...fields, id, created: this.#now(), isRevoked: false })
  }

  /** What somebody agreed to without a page. */
  agree(app: string, tenant: string, scopes: string[]): Grant {
    return this.grant({ app, tenant, person: 'owner', scopes, declined: [], accounts: null })
  }

  /** The tokens of a grant, the oldest first. */
  tokensOf(grant: Grant): HeldToken[] {
    const own = [...this.#tokens.entries()].filter(([, each]) => each.grant === grant.id)
    return own.map(([token, each]) => this.#held(token, each, grant))
  }

  /** Those of a person for an app that still stand, the oldest first. */
  standing(like: Pick<Grant, 'app' | 'tenant' | 'person'>): Grant[] {
    const isMeant = (each: Grant) => !each.isRevoked && !each.id.startsWith(demoId) && isAlike(each, like)
    return [...this.#grants.values()].filter(isMeant)
  }

  code({ grant, beginning, redirectUri, challenge, isOffline, isForced, seconds }: NewCode): string {
    for (const [each, { ends }] of [...this.#codes.entries()])
      if (ends + keptCodeMs < this.#now()) this.#codes.remove(each)
    const code = `${beginning}${randomBytes(32).toString('base64url')}`
    const ends = this.#now() + seconds * 1000
    const rest = { redirectUri, challenge, isOffline, isForced, ends, isUsed: false }
    this.#codes.put(code, { grant: grant.id, app: grant.app, ...rest })
    return code
  }

  redeem(code: string, { app, redirectUri, verifier }: Exchange): Redeemed {
    const known = this.#codes.get(code)
    const grant = known && this.#grants.get(known.grant)
    if (!known || !grant) return { kind: 'unknown' }
    if (known.app !== app) return { kind: 'app' }
    if (known.isUsed) return { kind: 'used' }
    if (this.#now() >= known.ends) return { kind: 'expired' }
    if (redirectUri !== null && known.redirectUri !== redirectUri) return { kind: 'redirect' }
    this.#codes.put(code, { ...known, isUsed: true })
    if (known.challenge && !isProven(known.challenge, verifier)) return { kind: 'verifier' }
    return { kind: 'good', grant, isOffline: known.isOffline, isForced: known.isForced }
  }

  issue(grant: Grant, { kind, beginning, ends }: NewToken): string {
    const token = `${beginning}${randomBytes(32).toString('base64url')}`
    this.#tokens.put(token, { grant: grant.id, kind, created: this.#now(), ends, isRevoked: false })
    return token
  }

  revokeToken({ token, grant, kind, created, ends }: HeldToken): void {
    this.#tokens.put(token, { grant, kind, created, ends, isRevoked: true })
  }

  changeGrant(grant: Grant): Grant {
    return this.#grants.put(grant.id, grant)
  }

  revokeGrant(grant: Grant): void {
    this.changeGrant({ ...grant, isRevoked: true })
  }

  /** Every access token ends, that of the demo too. */
  expireAll(): void {
    for (const [token, each] of [...this.#tokens.entries()])
      if (each.kind === 'access')
        this.#tokens.put(token, { ...each, ends: Math.min(each.ends ?? Infinity, this.#now()) })
    this.#demo.put(demoId, { ...this.#stateOfDemo(), access: 'expired' })
  }

  /** Every token is taken back, those of the demo too. */
  revokeAll(): void {
    for (const grant of [...this.#grants.values()]) this.revokeGrant(grant)
    for (const [token, each] of [...this.#tokens.entries()]) this.#tokens.put(token, { ...each, isRevoked: true })
    this.#demo.put(demoId, { access: 'revoked', refresh: 'revoked' })
  }

  /** The demo's own tokens work again. */
  restoreDemo(): void {
    this.#demo.remove(demoId)
    for (const [id] of [...this.#grants.entries()]) if (id.startsWith(`${demoId}.`)) this.#grants.remove(id)
    for (const [token, { kind }] of [...this.#tokens.entries()])
      if (this.#findShipped(token, kind)) this.#tokens.remove(token)
  }
}

function isAlike(grant: Grant, { app, tenant, person }: Pick<Grant, 'app' | 'tenant' | 'person'>): boolean {
  return grant.app === app && grant.tenant === tenant && grant.person === person
}

function isProven({ value, method }: Challenge, verifier: unknown): boolean {
  if (typeof verifier !== 'string') return false
  return value === (method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url'))
}

/** What a token opens, for whoever looks something up. */
export interface Opened {
  tenant: string
  person: PersonId
  scopes: readonly string[]
  opens: (accountId: string) => boolean
}

export function openedBy({ tenant, person, scopes, accounts }: Grant): Opened {
  const chosen = accounts && new Set(accounts)
  return { tenant, person, scopes, opens: (id) => chosen === null || chosen.has(id) }
}
