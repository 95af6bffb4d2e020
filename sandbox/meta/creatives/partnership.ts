import type { GraphCall } from '../call.ts'
import type { RuleContext } from './rule-context.ts'
import { GraphError, badParameter, notOneOf, refusal } from '../errors.ts'
import type { Target } from '../graph/target.ts'
import { defineType } from '../graph/node-types.ts'
import type { Edge } from '../graph/node-types.ts'
import type { AdCode, Creator, InstagramMedia } from '../campaigns/objects.ts'
import { objectParam, objectsOf, textOf, textParam } from '../graph/params.ts'
import { related, virtualNode } from '../graph/read/shown-node.ts'

const permissionFields = 'creator_username,creator_id,creator_fb_page,brand_ig_user,permission_status,id'

export function definePartnershipTypes(): void {
  defineType('IGBCAdsPermission', {
    fields: 'creator_id creator_username creator_fb_page permission_status permission_type status',
    computed: {
      brand_ig_user: ({ brand_id }, call, selection) =>
        related('IGUser', call.world.instagrams.get(String(brand_id)), call, selection),
    },
    defaultFields: permissionFields,
  })
  defineType('AdvertisableMedia', {
    fields: 'owner_id permalink eligibility_errors has_permission_for_partnership_ad',
    defaultFields: 'id,permalink,owner_id',
  })
}

/** GET <brand's Instagram account>/branded_content_ad_permissions: who lets the brand advertise with her posts. */
export const creatorPermissions: Edge = {
  of: 'IGBCAdsPermission',
  defaultFields: permissionFields,
  list(brand, { world, params }) {
    if (!world.instagrams.get(brand.id)) return []
    const wanted = textParam(params, 'creator_username')
    const creators = world.creators.lookup('tenant', brand.tenant)
    const asked = wanted === undefined ? creators : creators.filter(({ username }) => username === wanted)
    return asked.map(({ id, username, page_id, permission_status }) =>
      virtualNode(`${id}1`, {
        permission_type: 'ACCOUNT_LEVEL',
        status: permission_status,
        permission_status,
        creator_id: id,
        creator_username: username,
        creator_fb_page: page_id,
        brand_id: brand.id,
      }),
    )
  },
}

/** GET <brand's Instagram account>/branded_content_advertisable_medias, of one code or of every creator. */
export const advertisableMedias: Edge = {
  of: 'AdvertisableMedia',
  defaultFields: 'id,permalink,owner_id',
  list(brand, call) {
    const { world, params } = call
    const code = textParam(params, 'ad_code')
    const codes = code ? [requireCode(call, code)] : world.adCodes.lookup('tenant', brand.tenant)
    return codes.map((known) => {
      const media = world.instagramMedia.get(known.media_id)
      const creator = world.creators.get(known.creator_id)
      const isOver = known.expires <= world.now()
      return virtualNode(known.media_id, {
        permalink: media?.['permalink'],
        owner_id: known.creator_id,
        eligibility_errors: isOver ? ['AD_CODE_EXPIRED'] : [],
        has_permission_for_partnership_ad: !isOver || creator?.permission_status === 'APPROVED',
      })
    })
  },
}

function requireCode({ world, tenant }: GraphCall, code: string): AdCode {
  const known = world.adCodes.get(code)
  if (known?.tenant === tenant) return known
  throw notUsable(`The ad code ${code} is not known.`, 'branded_content')
}

function notUsable(message: string, ...blame: string[]) {
  return refusal(3867105, 'Content cannot be a partnership ad', message, ...blame)
}

/** Everything a creative says about a partnership. */
export function checkPartnership(context: RuleContext): void {
  const { params } = context.call
  const content = objectParam(params, 'branded_content')
  if (content) checkContent(context, content)
  const page = textOf(objectParam(params, 'facebook_branded_content')?.['sponsor_page_id'])
  if (page && !mayNamePage(context, page))
    throw notUsable(`Page ${page} has no partnership with this advertiser.`, 'facebook_branded_content')
  const instagram = textOf(objectParam(params, 'instagram_branded_content')?.['sponsor_id'])
  if (instagram && !mayNameInstagram(context, instagram))
    throw notUsable(`Account ${instagram} has no partnership with this advertiser.`, 'instagram_branded_content')
}

const formats = ['1', '2', '3']
const identities = ['ADVERTISER', 'PARTNER_BUSINESS', 'PARTNER_CREATOR']

function checkContent(context: RuleContext, content: Record<string, unknown>): void {
  const { call } = context
  const format = textOf(content['ad_format'])
  if (format && !formats.includes(format)) throw notOneOf('branded_content[ad_format]', formats)
  for (const key of ['instagram_boost_post_access_token', 'facebook_boost_post_access_token']) {
    const code = textOf(content[key])
    if (code) checkCode(call, code, key)
  }
  for (const partner of objectsOf(content['partners'])) {
    const identity = textOf(partner['identity_type'])
    if (identity && !identities.includes(identity)) throw notOneOf('branded_content[partners]', identities)
    const page = textOf(partner['fb_page_id'])
    const instagram = textOf(partner['ig_user_id'])
    if ((page && !mayNamePage(context, page)) || (instagram && !mayNameInstagram(context, instagram)))
      throw notUsable('A partner has no partnership with this advertiser.', 'branded_content', 'partners')
  }
}

function checkCode(call: GraphCall, code: string, key: string): void {
  const known = requireCode(call, code)
  if (known.expires <= call.world.now()) throw notUsable(`The ad code ${code} has expired.`, 'branded_content', key)
}

function mayNamePage({ call, account }: RuleContext, id: string): boolean {
  if (call.world.pages.get(id)?.tenant === account.tenant) return true
  return approved(call, account.tenant).some((creator) => creator.page_id === id)
}

function mayNameInstagram({ call, account }: RuleContext, id: string): boolean {
  if (call.world.instagrams.get(id)?.tenant === account.tenant) return true
  return approved(call, account.tenant).some((creator) => creator.id === id)
}

function approved({ world }: GraphCall, tenant: string): Creator[] {
  return world.creators.lookup('tenant', tenant).filter(({ permission_status }) => permission_status === 'APPROVED')
}

/** A creator's post may be used while a code for it holds or its creator agreed; one's own always. */
export function mayUseMedia({ call, account }: RuleContext, media: InstagramMedia): boolean {
  if (call.world.instagrams.get(media.instagram_id)?.tenant === account.tenant) return true
  return approved(call, account.tenant).some((creator) => creator.id === media.instagram_id)
}

/** POST and DELETE <media>/partnership_ad_code. */
export function changeAdCode(call: GraphCall, { object }: Target): object {
  const { world } = call
  const media = world.instagramMedia.get(object.id)
  if (!media) throw badParameter('Only published media can have an ad code')
  const existing = world.adCodes.lookup('tenant', call.tenant).find(({ media_id }) => media_id === media.id)
  if (call.method === 'DELETE') {
    if (!existing) throw new GraphError({ code: 100, message: '(#100) This media has no ad code' })
    world.adCodes.remove(existing.id)
    return { success: true }
  }
  if (existing) return { ad_code: existing.id }
  const id = `adcode-${world.context.store.nextNumber('meta.adcode')}-${media.id.slice(-6)}`
  const now = world.now()
  const base = { id, tenant: call.tenant, created: now, updated: now }
  world.adCodes.put(id, { ...base, media_id: media.id, creator_id: media.instagram_id, expires: now + 30 * 86_400_000 })
  return { ad_code: id }
}

/** Codes may also be part of a video upload. */
export function checkUploadCode(call: GraphCall): void {
  const code = textParam(call.params, 'partnership_ad_ad_code')
  if (code) checkCode(call, code, 'partnership_ad_ad_code')
}
