import { permissionsOf } from '../oauth/debug.ts'
import { adPost } from '../creatives/ad-content.ts'
import type { GraphCall } from '../call.ts'
import type { FieldSelection } from '../graph/read/field-selection.ts'
import { parseFields } from '../graph/read/field-selection.ts'
import { pageToken } from '../auth.ts'
import { insightsField } from '../report/reports.ts'
import { labelled } from '../graph/labels.ts'
import { currencyOf } from '../campaigns/money.ts'
import { defineType } from '../graph/node-types.ts'
import type { Edge } from '../graph/node-types.ts'
import type { Account, GraphObject, Page } from '../campaigns/objects.ts'
import { textListParam } from '../graph/params.ts'
import { activitiesEdge } from './activities.ts'
import { newestFirst, related, virtualNode } from '../graph/read/shown-node.ts'

export function defineAccountTypes(): void {
  defineUser()
  defineBusiness()
  defineAccount()
  definePages()
  defineType('Permission', { fields: 'permission status' })
  defineType('DsaRecommendation', { fields: 'recommendations' })
  defineType('MinimumBudget', {
    fields:
      'currency min_daily_budget_imp min_daily_budget_high_freq min_daily_budget_low_freq min_daily_budget_video_views',
  })
  defineType('AdsPixel', {
    fields: 'name code last_fired_time creation_time is_unavailable owner_business',
    computed: {
      owner_ad_account: ({ account_id }, call, selection) =>
        related('AdAccount', call.world.accounts.get(`act_${String(account_id)}`), call, selection),
    },
  })
}

const tenantAccounts: Edge = {
  of: 'AdAccount',
  defaultFields: 'account_id,id',
  list: ({ tenant }, { world, opened }) => world.accounts.lookup('tenant', tenant).filter(({ id }) => opened.opens(id)),
}

const tenantPages = (defaultFields: string): Edge => ({
  of: 'Page',
  defaultFields,
  list: ({ tenant }, { world }) => world.pages.lookup('tenant', tenant),
})

const tenantInstagrams: Edge = {
  of: 'IGUser',
  defaultFields: 'id',
  list: ({ tenant }, { world }) => world.instagrams.lookup('tenant', tenant),
}

function defineUser(): void {
  defineType('User', {
    fields: 'name email first_name last_name link locale',
    edges: {
      adaccounts: tenantAccounts,
      accounts: tenantPages('access_token,category,name,id,tasks'),
      businesses: {
        of: 'Business',
        defaultFields: 'id,name',
        list: ({ tenant }, { world }) => world.businesses.lookup('tenant', tenant),
      },
      permissions: {
        of: 'Permission',
        defaultFields: 'permission,status',
        list: (_user, call) => permissionsOf(call).map((permission) => virtualNode('', permission)),
      },
    },
    defaultFields: 'id,name',
  })
}

function defineBusiness(): void {
  defineType('Business', {
    fields: 'name created_time timezone_id verification_status vertical link primary_page',
    edges: {
      owned_ad_accounts: tenantAccounts,
      client_ad_accounts: { of: 'AdAccount', list: () => [] },
      owned_pages: tenantPages('id,name'),
      client_pages: { of: 'Page', list: () => [] },
      instagram_accounts: tenantInstagrams,
      owned_instagram_accounts: tenantInstagrams,
    },
    defaultFields: 'id,name',
  })
}

const accountFields =
  'account_id account_status ad_account_promotable_objects age agency_client_declaration all_capabilities amount_spent attribution_spec balance brand_safety_content_filter_levels business_city business_country_code business_state business_street business_street2 business_zip can_create_brand_lift_study capabilities created_time currency custom_audience_info default_dsa_beneficiary default_dsa_payor disable_reason end_advertiser end_advertiser_name existing_customers expired_funding_source_details extended_credit_invoice_group failed_delivery_checks fb_entity funding_source funding_source_details has_migrated_permissions has_page_authorized_adaccount io_number is_attribution_spec_system_default is_ba_skip_delayed_eligible is_direct_deals_enabled is_in_3ds_authorization_enabled_market is_notifications_enabled is_personal is_prepay_account is_tax_id_required liable_address line_numbers marketing_messages_settings media_agency min_campaign_group_spend_cap name offsite_clo_signal_status offsite_pixels_tos_accepted opportunity_score owner owner_business partner rf_spec send_bill_to_address show_checkout_experience sold_to_address spend_cap tax_id tax_id_status tax_id_type timezone_id timezone_name timezone_offset_hours_utc tos_accepted user_access_expire_time user_tasks user_tos_accepted viewable_business'

type AccountKind =
  | 'campaigns'
  | 'adsets'
  | 'ads'
  | 'creatives'
  | 'images'
  | 'videos'
  | 'labels'
  | 'pixels'
  | 'customConversions'
  | 'customAudiences'
  | 'savedAudiences'

function defineAccount(): void {
  const ofAccount = (kind: AccountKind, of: string, defaultFields?: string): Edge => ({
    of,
    defaultFields,
    list: ({ account_id }, { world }) => newestFirst<GraphObject>(world[kind].lookup('account', String(account_id))),
  })
  const byLabels = (kind: 'campaigns' | 'adsets' | 'ads' | 'creatives', of: string): Edge => ({
    of,
    list: ({ account_id }, call) => newestFirst<GraphObject>(labelled(call, kind, String(account_id))),
  })
  defineType('AdAccount', {
    fields: accountFields,
    computed: {
      business: ({ business_id }, call, selection) =>
        related('Business', call.world.businesses.get(String(business_id)), call, {
          ...selection,
          sub: selection.sub ?? parseFields('id,name'),
        }),
      insights: insightsField('AdAccount'),
      min_daily_budget: ({ currency }) => currencyOf(String(currency)).minDaily,
      business_name: ({ business_id }, { world }) => world.businesses.get(String(business_id))?.name,
    },
    edges: {
      campaigns: ofAccount('campaigns', 'Campaign'),
      adsets: ofAccount('adsets', 'AdSet'),
      ads: ofAccount('ads', 'Ad'),
      adcreatives: ofAccount('creatives', 'AdCreative'),
      adimages: { ...ofAccount('images', 'AdImage', 'hash,id'), list: listImages },
      advideos: ofAccount('videos', 'AdVideo'),
      adlabels: ofAccount('labels', 'AdLabel', 'id,name'),
      adspixels: ofAccount('pixels', 'AdsPixel'),
      adsbylabels: byLabels('ads', 'Ad'),
      adsetsbylabels: byLabels('adsets', 'AdSet'),
      campaignsbylabels: byLabels('campaigns', 'Campaign'),
      adcreativesbylabels: byLabels('creatives', 'AdCreative'),
      promote_pages: tenantPages('id,name'),
      instagram_accounts: tenantInstagrams,
      connected_instagram_accounts: tenantInstagrams,
      activities: activitiesEdge,
      customconversions: ofAccount('customConversions', 'CustomConversion'),
      customaudiences: ofAccount('customAudiences', 'CustomAudience'),
      saved_audiences: ofAccount('savedAudiences', 'SavedAudience'),
      dsa_recommendations: {
        of: 'DsaRecommendation',
        defaultFields: 'recommendations',
        list: ({ name }) => [virtualNode('', { recommendations: [name] })],
      },
      minimum_budgets: {
        of: 'MinimumBudget',
        defaultFields: minimumFields,
        list: (account) => [minimumBudget(account as Account)],
      },
    },
    defaultFields: 'account_id,id',
  })
}

const minimumFields =
  'currency,min_daily_budget_imp,min_daily_budget_high_freq,min_daily_budget_low_freq,min_daily_budget_video_views'

function minimumBudget(account: Account): GraphObject {
  const { minDaily } = currencyOf(account.currency)
  return virtualNode('', {
    currency: account.currency,
    min_daily_budget_imp: minDaily,
    min_daily_budget_high_freq: minDaily * 5,
    min_daily_budget_low_freq: minDaily * 40,
    min_daily_budget_video_views: minDaily * 5,
  })
}

function listImages(account: GraphObject, { world, params }: GraphCall): GraphObject[] {
  const hashes = textListParam(params, 'hashes')
  const images = newestFirst(world.images.lookup('account', String(account['account_id'])))
  return hashes ? images.filter((image) => hashes.includes(image.hash)) : images
}

function definePages(): void {
  const instagramOf: (page: GraphObject, call: GraphCall, selection: FieldSelection) => unknown = (
    page,
    call,
    selection,
  ) => related('IGUser', call.world.instagrams.get((page as Page).instagram_id), call, selection)
  defineType('Page', {
    fields:
      'name username category category_list about fan_count followers_count link tasks is_published promotion_eligible verification_status website',
    computed: {
      access_token: ({ id }, { token }) => pageToken(token, id),
      picture: ({ username }, { request }) => ({
        data: {
          url: `${request.origin}/_assets/square.png?v=${String(username).length}`,
          height: 50,
          width: 50,
          is_silhouette: false,
        },
      }),
      instagram_business_account: instagramOf,
      connected_instagram_account: instagramOf,
    },
    edges: {
      instagram_accounts: {
        of: 'IGUser',
        list: ({ instagram_id }, { world }) =>
          [world.instagrams.get(String(instagram_id))].filter((found) => found !== undefined),
      },
      posts: pagePosts,
      published_posts: pagePosts,
      feed: pagePosts,
      ads_posts: { ...pagePosts, list: adPosts },
      leadgen_forms: {
        of: 'LeadgenForm',
        defaultFields: 'id,locale,name,status',
        list: ({ id }, { world }) => newestFirst<GraphObject>(world.leadForms.lookup('page', id)),
      },
    },
    defaultFields: 'name,id',
  })
}

const pagePosts: Edge = {
  of: 'PagePost',
  defaultFields: 'created_time,message,id',
  list: ({ id }, { world }) => newestFirst(world.posts.lookup('page', id)),
}

/** Posts that exist only as ads, newest first. */
function adPosts({ id, tenant }: GraphObject, call: GraphCall): GraphObject[] {
  const creatives = [...call.world.creatives.values()].filter((creative) => creative.tenant === tenant)
  const shown = creatives.map((creative) => String(creative['effective_object_story_id']))
  const own = [...new Set(shown)].filter((post) => post.startsWith(`${id}_`) && !call.world.posts.get(post))
  return newestFirst(own.flatMap((post) => adPost(call, post)?.object ?? []))
}
