import type { z } from 'zod'
import type { CallOutcome } from '../../errors.ts'
import type { KeptToken } from './tokens.ts'

/** An app that somebody registered in the platform's developer console, by the fields of `OAuth.app`. */
export type OAuthApp = Readonly<Record<string, string>>

/** Where tokens are renewed and taken back. */
export interface TokenSurroundings {
  /** Of the sandbox, without a trailing slash and without the platform's path; null: the platform's own addresses. */
  sandboxUrl: string | null
  timeoutMs: number
  now: () => Date
  /** Makes every call; absent: it is made as it is. */
  aroundCall?: <T>(call: () => Promise<T>) => Promise<T>
  /** Told how every call ended and how long it took. */
  onCall?: (outcome: CallOutcome, ms: number) => void
}

/** Where consent is asked for and tokens are had: without anybody's credentials yet. */
export interface OAuthSurroundings extends TokenSurroundings {
  app: OAuthApp
}

interface AuthorizeRequest {
  /** Comes back with the person, unchanged. */
  state: string
  /** The same to the letter at the exchange. */
  redirectUri: string
  /** S256 of the verifier; only where `usesPkce`. */
  codeChallenge?: string
  /** Asks again for what was declined before. */
  isRepeated?: boolean
}

/** With what a person comes back from the platform. */
export type ConsentAnswer =
  | { kind: 'code'; code: string }
  /** They said no, or the platform gave no code; `reason`: in our words, with what to do next. */
  | { kind: 'denied'; reason: string }
  /** Neither a code nor a refusal. */
  | { kind: 'empty' }

interface CodeExchange {
  code: string
  redirectUri: string
  codeVerifier?: string
}

/** What a code, or a token that lives longer, was exchanged for. */
export interface OAuthGrant {
  /**
   * By the schema `Platform.credentials`, with what it takes to renew them. Beside its fields they may hold times as ISO texts, for whoever
   * uses the credentials next: accessTokenEndsAt, refreshTokenEndsAt, renewedAt. They are stored as they are.
   */
  credentials: Record<string, string>
  /** The access token that was given out; null: it has no end, or none was told, and the credentials hold it. */
  token: KeptToken | null
  /**
   * When it all ends, unless it is renewed or consented to again by then: with what renews it, or with the access token where nothing
   * does; null: never, or the platform does not say. `check` tells the same.
   */
  expiresAt: Date | null
  /** When what it is renewed with ends; null: it is not renewed, or the platform does not say. */
  renewableUntil: Date | null
  /** Granted, not asked for; empty: the platform does not say. */
  scopes: string[]
  /** Accounts that the person ticked, where the platform tells them with the token; absent: `listAccounts` tells. */
  accountIds?: string[]
}

/** How what was granted is had anew without anybody's help. */
interface Renewal {
  /** How long before the access token ends it is time. */
  beforeMs: number
  /**
   * Whether the credentials that it was renewed with go on renewing: an answer that got lost is then asked for again. Where they do not, a
   * pair that was lost is a connection that was lost.
   */
  oldOneLives: boolean
  /** Whether each renewal puts off the end of what it is renewed with, so that nobody has to consent again. */
  movesItsEnd: boolean
  /** Whether these credentials hold what it takes. */
  isPossible(credentials: Record<string, string>): boolean
  /**
   * Asks for a token. Throws PlatformError: `auth` when the platform will not renew it again, `unknown` when the answer was lost and the old
   * one may be gone.
   */
  renew(surroundings: TokenSurroundings, credentials: Record<string, string>): Promise<OAuthGrant>
}

/** A permission that is asked for at consent, and what cannot be done without it. */
export interface RequestedScope {
  scope: string
  /** For people: what it is for. */
  feature: string
  isRequired: boolean
}

/**
 * Consent at the platform. Nothing here is retried blindly: a code works once, so an exchange whose answer is lost is a consent that has
 * to be given again.
 */
export interface OAuth {
  /** What an app consists of; `.meta({ description, isSecret })` of each field says where the console shows it. */
  app: z.ZodObject
  /** The app that the simulator knows. */
  sandboxApp: OAuthApp
  /** Whether the platform takes PKCE (S256). */
  usesPkce: boolean
  /** Whether it sends people back to http://localhost as well; otherwise only to https. */
  allowsLoopback: boolean
  /** Which address of ours the console must list may have a rule of its own (a final slash, no port); null: none. */
  redirectRule: string | null
  scopes: readonly RequestedScope[]
  authorizeUrl(surroundings: OAuthSurroundings, request: AuthorizeRequest): string
  readAnswer(answer: URLSearchParams): ConsentAnswer
  /** Exchanges the code, and at once for what lives longer where there is such a thing. Throws PlatformError in our words. */
  exchange(surroundings: OAuthSurroundings, request: CodeExchange): Promise<OAuthGrant>
  /** How tokens are had anew; absent: they have no end, or only another consent helps. */
  renewal?: Renewal
  /** Takes back at the platform what was granted; false: nothing is left to take back. Absent: only people can, there. */
  revoke?(surroundings: TokenSurroundings, credentials: Record<string, string>): Promise<boolean>
  /** Where a person takes it back themselves, in words. */
  revokeByHand: string
}

/** What was asked for and not granted. A platform that tells no scopes is not judged by them. */
export function declinedScopes({ scopes }: Pick<OAuth, 'scopes'>, granted: readonly string[]): RequestedScope[] {
  return granted.length === 0 ? [] : scopes.filter(({ scope }) => !granted.includes(scope))
}
