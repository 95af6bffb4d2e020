import { app } from '../app.ts'
import type { EntityKind } from '../call.ts'
import { mediaStatus } from './media-status.ts'
import { campaignOf, isoTime, squadOf, uuidOf } from '../world.ts'
import type { Account, Entity, Fields, MediaFile, Organization, World } from '../world.ts'

/** What the platform alone says: an element that holds any of these is refused. */
export const readOnlyFields = [
  'created_at',
  'updated_at',
  'deleted',
  'delivery_status',
  'creation_state',
  'review_status',
  'review_status_reasons',
  'render_type',
  'packaging_status',
  'media_status',
  'file_name',
  'hash',
  'file_size_in_bytes',
  'image_metadata',
  'media_usages',
  'created_by_app_id',
  'created_by_user',
  'last_updated_by_app_id',
  'last_updated_by_user',
  'targeting_reach_status',
  'separated_types',
]

/** Taken without a word, and not the caller's to say: an id in a new element, and what the first ad has fixed. */
export const ignoredFields = ['id', 'child_ad_type']

function base(entity: Entity): Fields {
  return {
    id: entity.id,
    updated_at: isoTime(entity.updated),
    created_at: isoTime(entity.created),
    created_by_app_id: app.id,
    created_by_user: uuidOf(`user ${entity.tenant}`),
    last_updated_by_app_id: app.id,
    last_updated_by_user: uuidOf(`user ${entity.tenant}`),
    ...entity.fields,
    ...(entity.deleted ? { deleted: true } : {}),
  }
}

export function show(world: World, kind: EntityKind, entity: Entity, query: URLSearchParams): Fields {
  if (kind === 'media') return showMedia(world, entity)
  if (kind === 'creatives') return { ...base(entity), packaging_status: 'SUCCESS', review_status: 'APPROVED' }
  if (kind === 'ads') return showAd(world, entity)
  // Nobody has been put into it.
  if (kind === 'segments')
    return { ...base(entity), status: 'ACTIVE', upload_status: 'NO_UPLOAD', targetable_status: 'NOT_READY' }
  const shown = { ...base(entity), creation_state: 'PUBLISHED', delivery_status: [deliveryOf(world, kind, entity)] }
  if (kind === 'campaigns') return shown
  // Where ads are placed is told only to those who ask for it.
  const { placement_v2: placement, ...rest } = { ...shown, targeting_reach_status: 'VALID' } as Fields
  return query.get('return_placement_v2') === 'true' ? { ...rest, placement_v2: placement } : rest
}

function showAd(world: World, ad: Entity): Fields {
  const inReview = world.now() < ad.created + world.settings().reviewSeconds * 1000
  return {
    ...base(ad),
    render_type: 'STATIC',
    review_status: inReview ? 'PENDING' : 'APPROVED',
    review_status_reasons: [],
    delivery_status: [inReview ? 'INVALID_REVIEW_STATUS_PENDING' : deliveryOf(world, 'ads', ad)],
  }
}

export function deliveryOf(world: World, kind: 'campaigns' | 'adsquads' | 'ads', entity: Entity): string {
  const squad = kind === 'ads' ? squadOf(world, entity) : kind === 'adsquads' ? entity : undefined
  const campaign = kind === 'campaigns' ? entity : campaignOf(world, squad)
  if (entity.fields['status'] === 'PAUSED') return 'INVALID_NOT_ACTIVE'
  if (squad?.fields['status'] === 'PAUSED') return 'INVALID_ADSQUAD_NOT_ACTIVE'
  return campaign?.fields['status'] === 'PAUSED' ? 'INVALID_CAMPAIGN_NOT_ACTIVE' : 'VALID'
}

export function showMedia(world: World, media: MediaFile): Fields {
  const { file } = media
  return {
    ...base(media),
    media_status: mediaStatus(world, media),
    media_usages: ['TOP_SNAP'],
    ...(file ? { file_name: file.name, hash: file.sha256, file_size_in_bytes: file.size } : {}),
    ...(file?.width ? { image_metadata: { width_px: file.width, height_px: file.height } } : {}),
  }
}

export function showAccount(account: Account): Fields {
  return {
    id: account.id,
    updated_at: isoTime(account.created),
    created_at: isoTime(account.created),
    name: account.name,
    type: 'PARTNER',
    status: 'ACTIVE',
    organization_id: account.organization_id,
    funding_source_ids: [],
    currency: account.currency,
    timezone: account.timezone,
    advertiser: account.name,
    billing_type: 'IO',
  }
}

export function showOrganization(organization: Organization, accounts: Account[] | undefined): Fields {
  return {
    id: organization.id,
    updated_at: isoTime(organization.created),
    created_at: isoTime(organization.created),
    name: organization.name,
    type: 'ENTERPRISE',
    ...(accounts ? { ad_accounts: accounts.map(showAccount) } : {}),
  }
}
