import type { AccountRef, Paged, PageQuery } from './manage.ts'

/** Somebody who can speak in an ad. */
export interface AdIdentity {
  identityId: string
  identityType: string
  displayName: string
  avatarUrl: string | null
  /** Whether new media can be shown in this identity's name, and whether its own posts can be. */
  canShowMedia: boolean
  canShowPosts: boolean
}

/** A post of an identity that can be shown as an ad. */
export interface IdentityPost {
  postId: string
  text: string | null
  type: string | null
  thumbnail: string | null
  durationSeconds: number | null
  eligible: boolean
}

export interface IdentityVerbs {
  listIdentities(account: AccountRef): Promise<AdIdentity[]>
  /** null: the account has no such identity. */
  listPosts(account: AccountRef, identityId: string, query: PageQuery): Promise<Paged<IdentityPost> | null>
}
