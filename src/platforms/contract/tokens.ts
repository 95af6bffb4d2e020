/** `endsAt`: when they end, where the platform said so; null: it did not. */
export type KeepCredentials = (credentials: Record<string, string>, endsAt: Date | null) => Promise<void>

/** A token that ends soon, and can always be had anew. */
export interface KeptToken {
  accessToken: string
  endsAt: string
}

/** The token of a connection, shared by all processes: one of them renews it while the others wait. */
export interface SharedToken {
  /** Calls back with the token that is kept, under a lock; what that answers is kept in its place. */
  renew(renew: (kept: KeptToken | null) => Promise<KeptToken>): Promise<KeptToken>
}
