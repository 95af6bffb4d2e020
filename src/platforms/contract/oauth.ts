import type { z } from 'zod'
import type { CallOutcome } from './platform.ts'

/** An app that somebody registered in the platform's developer console, by the fields of `OAuth.app`. */
export type OAuthApp = Readonly<Record<string, string>>

/** Where consent is asked for and tokens are had: without anybody's credentials yet. */
export interface OAuthSurroundings {
  /** Of the simulator, without a trailing slash; null: the platform's own addresses. */
  sandboxUrl: string | null
  app: OAuthApp
  timeoutMs: number
  now: () => Date
  /** Told how every call ended and how long it took. */
  onCall?: (outcome: CallOutcome, ms: number) => void
}

export interface AuthorizeRequest {
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
  /** They said no, or left out so much that the platform gave no code. */
  | { kind: 'denied'; reason: string }
  /** Neither a code nor a refusal. */
  | { kind: 'empty' }

export interface CodeExchange {
  code: string
  redirectUri: string
  codeVerifier?: string
}

/** What a code, or a token that lives longer, was exchanged for. */
export interface OAuthGrant {
  /** By the schema `Platform.credentials`, with what it takes to renew them. */
  credentials: Record<string, string>
  /** When it all ends without anybody's help; null: never, or the platform does not say. */
  expiresAt: Date | null
  /** When what it is renewed with ends; null: it is not renewed, or the platform does not say. */
  renewableUntil: Date | null
  /** Granted, not asked for; empty: the platform does not say. */
  scopes: string[]
  /** Accounts that the person ticked, where the platform tells them with the token; absent: `listAccounts` tells. */
  accountIds?: string[]
}

/** A permission that is asked for at consent, and what cannot be done without it. */
export interface AskedScope {
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
  /** What an app consists of; `.meta({ description })` of each field says where the console shows it. */
  app: z.ZodObject
  /** The app that the simulator knows. */
  sandboxApp: OAuthApp
  /** Whether the platform takes PKCE (S256). */
  usesPkce: boolean
  /** Whether it sends people back to http://localhost as well; otherwise only to https. */
  allowsLoopback: boolean
  /** Which address of ours the console must list may have a rule of its own (a final slash, no port); null: none. */
  redirectRule: string | null
  scopes: readonly AskedScope[]
  authorizeUrl(surroundings: OAuthSurroundings, request: AuthorizeRequest): string
  readAnswer(answer: URLSearchParams): ConsentAnswer
  /** Exchanges the code, and at once for what lives longer where there is such a thing. Throws PlatformError in our words. */
  exchange(surroundings: OAuthSurroundings, request: CodeExchange): Promise<OAuthGrant>
  /** Takes back at the platform what was granted; false: the platform has no way to, so people do it there. */
  revoke?(surroundings: OAuthSurroundings, credentials: Record<string, string>): Promise<boolean>
  /** Where a person takes it back themselves, in words. */
  revokeByHand: string
}
