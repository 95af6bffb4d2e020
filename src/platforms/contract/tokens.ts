/** A token that ends soon, and can always be had anew. */
export interface KeptToken {
  accessToken: string
  endsAt: string
}

/** What opens the platform from now on. */
export interface Renewed {
  credentials: Record<string, string>
  /** null: it has no end that is known, and the credentials hold it. */
  token: KeptToken | null
  /** When it all ends, and when what it is renewed with does; null: never, or the platform does not say. */
  expiresAt: Date | null
  renewableUntil: Date | null
  /** Empty: the platform did not say. */
  scopes: string[]
}

/** What a session has, and cannot use any more. */
export interface TokenInHand {
  /** null: none yet. */
  accessToken: string | null
  /** Whether the platform refused it; otherwise it is about to end. */
  isRefused: boolean
}

/** Asks the platform. Throws PlatformError. */
export type AskToken = (credentials: Record<string, string>) => Promise<Renewed>

/** Somebody else may have renewed it already: then theirs is answered, and nobody is asked. Throws PlatformError. */
export type RenewToken = (inHand: TokenInHand, ask: AskToken) => Promise<Renewed>
